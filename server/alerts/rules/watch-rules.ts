import { isOfWeather } from '#domain/alerts/rule-quantity.ts'
import type { Deps } from '../../deps.ts'
import { endRinging } from './end-ringing.ts'
import { selectRinging } from './episode-queries.ts'
import { judgeHive, type RuledHive } from './judge-hive.ts'
import { readRuledHives } from './read-ruled-hives.ts'

/** Readings that arrive within this time are judged together. */
const QUIET_MS = 1000
/** If judging takes long, the next round waits this many times as long, so that readers have time for users however many rules there are. */
const PAUSE_SHARE = 2

type WatchDeps = Pick<
  Deps,
  'database' | 'clock' | 'config' | 'events' | 'listening' | 'logger' | 'loops' | 'wakeDeliveries'
>

/**
 * Judges users' own rules, separately from the fold: hives without rules cost nothing, and no fold waits for it. A
 * hive is judged soon after its readings are in, with all of its rules at once; conditions that need no reading are
 * judged by the clock. `sweep` makes up for anything missed, and judges everything the first time.
 */
export function createRuleWatch(deps: WatchDeps) {
  const { database, clock, events, logger, loops } = deps
  const judging = loops('judging rules')
  /** Transmitters with new readings. */
  const pending = new Set<number>()
  const stopped = new AbortController()
  /** The transmitters whose hives have rules; undefined until they are first looked up. */
  let ruled: ReadonlySet<number> | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = QUIET_MS
  let last = Promise.resolve()

  const after = (work: () => Promise<void>): Promise<void> => {
    last = last.then(async () => {
      if (stopped.signal.aborted || !clock.isTrusted()) return
      try {
        await work()
      } catch (error) {
        logger.error({ err: error }, 'rules could not be evaluated; will try again')
      }
    })
    return last
  }

  async function judge(hives: readonly RuledHive[]): Promise<void> {
    let isChanged = false
    await judging.run(
      hives,
      ({ scaleId }) => `scale ${scaleId}`,
      async (hive) => {
        if (!(await judgeHive(deps, hive))) return
        isChanged = true
        events.publish({ type: 'alarm', controllerId: hive.controllerId, scaleIds: [hive.scaleId] })
      },
      stopped.signal,
    )
    if (isChanged) deps.wakeDeliveries()
  }

  async function judgePending(): Promise<void> {
    const controllerIds = [...pending]
    if (controllerIds.length === 0) return
    const hives = await readRuledHives(deps, controllerIds)
    for (const id of controllerIds) pending.delete(id)
    const begun = performance.now()
    await judge(hives)
    pauseMs = Math.max(QUIET_MS, PAUSE_SHARE * (performance.now() - begun))
  }

  /** Ends alarms of rules that no longer exist, or that no longer cover the hive because a share ended or the hive was put away. */
  async function endStrays(hives: readonly RuledHive[], ringing: Awaited<ReturnType<typeof selectRinging>>) {
    const rulesOf = new Map(hives.map(({ scaleId, rules }) => [scaleId, new Set(rules.map(({ id }) => id))]))
    const strays = ringing.filter(({ rule_id, scale_id }) => !rulesOf.get(scale_id ?? 0)?.has(rule_id))
    for (const { rule_id, scale_id } of strays) {
      const place = { ruleId: rule_id, scaleId: scale_id ?? 0 }
      const ended = await database.db.transaction().execute((db) => endRinging(db, place, clock.now()))
      for (const one of ended) events.publish({ type: 'alarm', ...one })
    }
    if (strays.length > 0) deps.wakeDeliveries()
  }

  /** Judges the hives of an account whose rules changed or, without an account, those where the clock may begin or end an alarm. */
  async function look(accountId?: number): Promise<void> {
    const hives = await readRuledHives(deps)
    const ringing = await selectRinging(database.db)
    await endStrays(hives, ringing)
    const isFirst = ruled === undefined
    ruled = new Set(hives.map(({ controllerId }) => controllerId))
    if (accountId !== undefined && !isFirst) {
      await judge(hives.filter(({ rules }) => rules.some((rule) => rule.accountId === accountId)))
      return
    }
    const rings = new Set(ringing.map(({ scale_id }) => scale_id))
    const news = new Set(pending)
    pending.clear()
    const isWanted = ({ scaleId, controllerId, rules }: RuledHive) =>
      isFirst || news.has(controllerId) || rings.has(scaleId) || rules.some(needsClock)
    await judge(hives.filter(isWanted))
  }

  const unsubscribe = events.subscribe(({ type, controllerId }) => {
    if (type !== 'reading' || !ruled?.has(controllerId)) return
    pending.add(controllerId)
    timer ??= setTimeout(() => {
      timer = undefined
      void after(judgePending)
    }, pauseMs).unref()
  })

  return {
    /** Call when an account has changed its rules. */
    wake: (accountId: number): void => void after(() => look(accountId)),
    /** Judges what the clock alone may begin or end. */
    sweep: () => after(() => look()),
    /** Resolves when everything requested so far is done. */
    idle: () => last,
    async stop(): Promise<void> {
      unsubscribe()
      clearTimeout(timer)
      stopped.abort()
      await last
    },
  }
}

const needsClock = ({ terms }: RuledHive['rules'][number]): boolean =>
  terms.conditions.some(({ quantity }) => quantity === 'silence' || isOfWeather(quantity))
