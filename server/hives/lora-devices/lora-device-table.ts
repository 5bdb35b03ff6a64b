/** Which transmitter a LoRaWAN device belongs to; each transmitter has at most one. */
export type LoraDeviceTable = { dev_eui: string; controller_id: number }
