/** A topic at which something is retained. `account_id`: whose, who may be gone. */
export type MqttTopicTable = { topic: string; account_id: number }
