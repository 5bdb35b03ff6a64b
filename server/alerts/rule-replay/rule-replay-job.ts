import {
  REPLAY_ENTRIES_MAXIMUM,
  REPLAY_MAXIMUM_DAYS,
  type ReplayEntry,
  RuleReplayInput,
  type RuleReplayResult,
} from '#domain/alerts/rule-replay.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { controllersOf, requireScales } from '../../hives/scales/visible-scales.ts'
import { viewerOf } from '../../people/accounts/viewer-of.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineJob } from '../../platform/jobs/job-kind.ts'
import { scalesNear } from '../alarms/alarm-context.ts'
import { replayScaleRule } from './replay-scale-rule.ts'

const DESCRIPTION_MAXIMUM = 200
const DEFAULT_DAYS = 365

/** Runs the detectors again over stored readings with other thresholds, and reports when they would have rung. */
export const ruleReplayJob = defineJob({
  input: RuleReplayInput,
  startedBy: 'beekeeper',
  ownMatter: true,
  async plan({ database: { db }, clock }, account, { input, from, to }) {
    const scales = await requireScales(db, account, input.scales, 'read')
    const span = spanOf(from, to, clock.now())
    if (span.to - span.from > REPLAY_MAXIMUM_DAYS * DAY_SECONDS) throw new AppError(400, 'range_too_large')
    return {
      description: scales
        .map(({ row }) => row.name)
        .join(', ')
        .slice(0, DESCRIPTION_MAXIMUM),
    }
  },
  async run({ input, accountId, from, to, signal, progress, deps }): Promise<RuleReplayResult> {
    // the account may have lost access meanwhile
    const account = accountId === null ? undefined : await viewerOf(deps, accountId)
    if (!account) throw new AppError(403, 'forbidden')
    const visible = await requireScales(deps.database.db, account, input.scales, 'read')
    // the nearby hives are taken into account too
    const near = await Promise.all(visible.map(({ id }) => scalesNear(deps.database.db, id)))
    await deps.ingest.settled('patiently', await controllersOf(deps.database.db, near.flat()))
    const scales = visible.filter(({ row }) => row.type === 'weight')
    const span = spanOf(from, to, deps.clock.now())
    const entries: ReplayEntry[] = []
    let [readings, quiet] = [0, 0]
    for (const [at, scale] of scales.entries()) {
      const replayed = await replayScaleRule(deps, scale, input, span, {
        signal,
        progress: (done) => progress((at + done) / scales.length, scale.row.name),
      })
      entries.push(...replayed.entries)
      readings += replayed.readings
      quiet += replayed.quiet
    }
    const count = (wanted: ReplayEntry['verdict']) => entries.filter(({ verdict }) => verdict === wanted).length
    entries.sort((a, b) => b.startedAt.localeCompare(a.startedAt))
    return {
      ...input,
      from: new Date(span.from * 1000).toISOString(),
      to: new Date(span.to * 1000).toISOString(),
      readings,
      both: count('both'),
      added: count('added'),
      dropped: count('dropped'),
      quiet,
      entries: entries.slice(0, REPLAY_ENTRIES_MAXIMUM),
      omitted: Math.max(0, entries.length - REPLAY_ENTRIES_MAXIMUM),
    }
  },
})

/** In epoch seconds; without a period, the last year. */
function spanOf(from: number | null, to: number | null, nowMs: number) {
  const end = Math.floor(Math.min(to ?? nowMs, nowMs) / 1000)
  return { from: from === null ? end - DEFAULT_DAYS * DAY_SECONDS : Math.floor(from / 1000), to: end }
}
