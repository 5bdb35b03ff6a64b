/** A topic with a retained message. `account_id`: the account it was published for, which may no longer exist. */
export type MqttTopicTable = { topic: string; account_id: number }
