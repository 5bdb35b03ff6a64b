import type { ProvisionedController } from '#domain/hives/administered-controller.ts'
import { harmlessCell } from '#domain/platform/csv-row.ts'

const BYTE_ORDER_MARK = '\ufeff'

const cell = (text: string) => `"${harmlessCell(text).replaceAll('"', '""')}"`

/** Returns transmitters and their keys as a CSV table for a spreadsheet. Only the quotes keep long numbers intact. */
export const keysCsv = (controllers: readonly ProvisionedController[]): string =>
  BYTE_ORDER_MARK +
  [
    'imei;imsi;name;deviceKey',
    ...controllers.map(({ imei, imsi, name, deviceKey }) => [imei, imsi, cell(name), deviceKey].join(';')),
  ].join('\r\n')
