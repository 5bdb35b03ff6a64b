/** Which transmitter a LoRaWAN device is; each has one. */
export type LoraDeviceTable = { dev_eui: string; controller_id: number }
