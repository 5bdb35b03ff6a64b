import type { ProvisionedController } from '#domain/administered-controller.ts'

const BYTE_ORDER_MARK = '\ufeff'

/** A name that begins like a formula would be one in a spreadsheet. */
const cell = (text: string) => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Transmitters with their keys, as a table for a spreadsheet; long numbers are kept whole by their quotes alone. */
export const keysCsv = (controllers: readonly ProvisionedController[]): string =>
  BYTE_ORDER_MARK +
  [
    'imei;imsi;name;deviceKey',
    ...controllers.map(({ imei, imsi, name, deviceKey }) => [imei, imsi, cell(name), deviceKey].join(';')),
  ].join('\r\n')
