import type { DashboardController } from '#domain/insight/dashboard.ts'
import { readAlarms } from '../../alerts/alarms/read-alarms.ts'
import type { Deps } from '../../deps.ts'
import { viewerOf } from '../../people/accounts/viewer-of.ts'
import type { MqttLink } from '../../platform/adapters/mqtt-link.ts'
import type { MqttSettings } from '../../platform/config/mqtt-settings.ts'
import { siteOf } from '../../platform/http/site-address.ts'
import { endsWithin } from '../../platform/runtime/within.ts'
import { describeScale, type Naming } from './describe-scale.ts'
import { deleteTopic, insertTopics, selectPublishedAccounts, selectTopics, selectTopicsOf } from './mqtt-queries.ts'

const SOON_MS = 2000
const STOP_WITHIN_MS = 1000
/** For changes without an event: a 24-hour gain, an alarm that is over, an account that was removed. */
const AT_LEAST_EVERY_MS = 5 * 60_000

type HomeAssistantDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'events' | 'logger' | 'loops'>
export type HomeAssistant = {
  /** Call when the broker is back, as it may have forgotten everything. */
  publishAnew(): void
  /** Resolves when everything requested so far is published. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps the scales of chosen accounts at the broker, for Home Assistant: retained, published when they change, and retracted once they are
 * gone or no longer chosen. Every topic is noted in the database before it is published.
 */
export function createHomeAssistant(
  deps: HomeAssistantDeps,
  settings: Pick<MqttSettings, 'homeAssistant'>,
  naming: Naming,
  link: () => Pick<MqttLink, 'publish' | 'isConnected'> | undefined,
): HomeAssistant {
  const { database, clock, config, logger } = deps
  const { db } = database
  const stopped = new AbortController()
  let said = new Map<string, string>()
  let running: Promise<void> | undefined
  let isWanted = false
  let soon: NodeJS.Timeout | undefined

  const isOn = settings.homeAssistant.length > 0
  // if no account is chosen, there is only something to retract, once
  const timer = isOn ? setInterval(wake, AT_LEAST_EVERY_MS).unref() : undefined
  const unsubscribe = deps.events.subscribe(({ type }) => {
    if (!isOn || type === 'job' || soon || stopped.signal.aborted) return
    soon = setTimeout(() => {
      soon = undefined
      wake()
    }, SOON_MS).unref()
  })

  function wake(): void {
    isWanted = true
    if (stopped.signal.aborted || running) return
    running = run().finally(() => {
      running = undefined
      if (isWanted) wake()
    })
  }

  async function run(): Promise<void> {
    isWanted = false
    if (!link()?.isConnected()) return
    try {
      const chosen = await selectPublishedAccounts(db, settings.homeAssistant)
      await deps.loops('home assistant').run(chosen, String, publishAccount, stopped.signal)
      // a scale that went to a new owner belongs to them by now
      for (const { topic, account_id } of await selectTopics(db)) {
        if (stopped.signal.aborted) return
        if (!chosen.includes(account_id)) await takeBack(topic)
      }
    } catch (error) {
      if (!stopped.signal.aborted) logger.error({ err: error }, 'Home Assistant could not be updated; will try again')
    }
  }

  async function publishAccount(accountId: number): Promise<void> {
    const wanted = await describeAccount(accountId)
    const known = new Set(await selectTopicsOf(db, accountId))
    // noted before it is published: a crash in between leaves no unknown topic behind
    const added = [...wanted.keys()].filter((topic) => !known.has(topic))
    await insertTopics(
      db,
      added.map((topic) => ({ topic, account_id: accountId })),
    )
    for (const [topic, payload] of wanted) {
      if (said.get(topic) === payload) continue
      const now = said
      await link()?.publish(topic, payload, { retain: true, qos: 1 })
      now.set(topic, payload)
    }
    for (const topic of known) if (!wanted.has(topic)) await takeBack(topic)
  }

  /** By topic: what discovery needs comes before the state. */
  async function describeAccount(accountId: number): Promise<Map<string, string>> {
    const account = await viewerOf(deps, accountId)
    if (!account) return new Map()
    const owner = { ...account, site: siteOf(config, account.siteHost) }
    const nowMs = clock.now()
    const text = await database.read('dashboard', { account, nowMs, subscriptions: config.subscriptions })
    const own = (JSON.parse(text) as DashboardController[]).filter(({ access }) => access === 'own')
    if (own.length === 0) return new Map()
    const nowSeconds = Math.floor(nowMs / 1000)
    const open = await readAlarms(db, {
      accountId,
      controllerIds: own.map(({ id }) => id),
      from: 0,
      to: nowSeconds + 3600,
      openAt: nowSeconds,
    })
    const described = own.flatMap((controller) =>
      controller.scales
        .filter(({ state }) => state === 'active' || state === 'empty')
        .map((scale) => {
          // a problem of the transmitter applies to all of its scales
          const alarms = open.filter(({ scaleId, controllerId }) =>
            scaleId === null ? controllerId === controller.id : scaleId === scale.id,
          )
          return describeScale({ scale, controller, alarms: new Set(alarms.map(({ type }) => type)) }, owner, naming)
        }),
    )
    return new Map(
      described.flatMap(({ configTopic, config: discovery, stateTopic, state }) => [
        [configTopic, JSON.stringify(discovery)],
        [stateTopic, JSON.stringify(state)],
      ]),
    )
  }

  async function takeBack(topic: string): Promise<void> {
    await link()?.publish(topic, '', { retain: true, qos: 1 })
    said.delete(topic)
    await deleteTopic(db, topic)
  }

  return {
    publishAnew() {
      said = new Map()
      wake()
    },
    async idle() {
      while (running) await running
    },
    async stop() {
      stopped.abort()
      isWanted = false
      clearInterval(timer)
      clearTimeout(soon)
      unsubscribe()
      // what still waits for the broker is dropped; it is published again after the next start
      await endsWithin(STOP_WITHIN_MS, running ?? Promise.resolve())
    },
  }
}
