/**
 * The LoRaWAN device that a transmitter is. Only its device keys identify an owner: a `dev_eui`, which is printed on devices, tells transmitters of
 * one owner apart.
 */
export type LoraDeviceTable = { controller_id: number; dev_eui: string }
