import type { Locale } from '#domain/platform/locale.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { selectLabels } from './admin-controller-queries.ts'
import { claimCodeOf } from './claim-code.ts'
import { drawLabels } from './draw-labels.ts'

/**
 * Returns sheets of labels for transmitters as PDF; scanning a code leads to registering that transmitter at `site`. Throws 404
 * `controller_not_found` if one of them does not exist.
 */
export async function printLabels(
  { database, clock, secrets }: Pick<Deps, 'database' | 'clock' | 'secrets'>,
  ids: readonly number[],
  { site, product, language }: { site: URL; product: string; language: Locale },
): Promise<Uint8Array<ArrayBuffer>> {
  const rows = await selectLabels(database.db, ids)
  if (rows.length < ids.length) throw new AppError(404, 'controller_not_found')
  const labels = rows.map((row) => {
    const link = new URL('/settings/register', site)
    const { imei, imsi, name } = row
    const code = row.claim_code_demanded ? claimCodeOf(secrets, imei) : undefined
    link.search = new URLSearchParams({ imei, imsi, ...(code ? { code } : {}) }).toString()
    return { imei, imsi, name, code, link: link.href }
  })
  const title = `${product} ${labels[0]?.imei ?? ''}`
  return drawLabels(labels, { title, product, language, date: new Date(clock.now()) })
}
