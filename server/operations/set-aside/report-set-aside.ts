import type { TroubleKind } from '#domain/platform/trouble.ts'
import type { Deps } from '../../deps.ts'
import { selectSetAsideIds, selectSetAsideSubjects } from './set-aside-queries.ts'

const TOLD_AT_MOST = 50

type Reporting = Pick<Deps, 'database' | 'troubles' | 'logger' | 'clock'>

/** Keeps the troubles about set-aside data up to date: one per damaged series, and one per transmitter for anything that failed otherwise. */
export function createSetAsideReports({ database, troubles, logger, clock }: Reporting) {
  let told = new Map<string, [TroubleKind, string]>()
  let reporting = Promise.resolve()

  async function tell(): Promise<void> {
    try {
      const open = new Map<string, [TroubleKind, string]>()
      for (const row of await selectSetAsideSubjects(database.db, TOLD_AT_MOST)) {
        const isDamaged = row.damaged === 1
        const kind = isDamaged ? 'series_damaged' : 'batch_set_aside'
        const series = row.scale === null ? row.imei : `${row.scale} (${row.imei})`
        const subject = isDamaged ? series : `${row.controller} (${row.imei})`
        open.set(`${kind} ${subject}`, [kind, subject])
        await troubles.raise({ kind, subject })
      }
      const known = await troubles.open()
      for (const { kind, subject = '' } of known) {
        if (kind === 'series_damaged' || kind === 'batch_set_aside') told.set(`${kind} ${subject}`, [kind, subject])
      }
      for (const [key, [kind, subject]] of told) if (!open.has(key)) await troubles.clear(kind, subject)
      told = open
    } catch (error) {
      logger.error({ err: error }, 'could not report what is set aside')
    }
  }

  return {
    /** Resolves when what is set aside now is reported; calls run one after the other, so that none reports an outdated state. */
    report(): Promise<void> {
      reporting = reporting.then(tell)
      return reporting
    },
    /** At the start, tries again everything that is set aside, one after the other alongside other work. */
    async retryAll(): Promise<void> {
      try {
        for (const id of await selectSetAsideIds(database.db)) {
          await database.write('trySetAside', { id, nowMs: clock.now() })
        }
      } catch (error) {
        logger.error({ err: error }, 'could not retry what is set aside')
      }
    },
  }
}

export type SetAsideReports = ReturnType<typeof createSetAsideReports>
