import { createServer, type ServerResponse } from 'node:http'
import path from 'node:path'
import { builtApp } from './app.ts'
import type { Deps } from './deps.ts'
import { serveTransmitters } from './exchange/ingest/ingest-listener.ts'
import { keepNodeId } from './operations/nodes/keep-node-id.ts'
import { joinNodes, type Membership } from './operations/nodes/membership.ts'
import { makeKeys, requireKeys } from './operations/nodes/node-keys.ts'
import { type Keeper, noteKeys } from './operations/nodes/node-queries.ts'
import { createPassOn, createRecognizing, NODE_HEADER } from './operations/nodes/pass-on.ts'
import { requireSameVersion } from './operations/nodes/require-same-version.ts'
import { createStandby, isForKeeper } from './operations/nodes/standby.ts'
import { openData } from './operations/upkeep/data-folder/open-data.ts'
import { metricsRoutes } from './operations/upkeep/metrics/metrics-routes.ts'
import { createStandbyMetrics } from './operations/upkeep/metrics/server-metrics.ts'
import type { Config } from './platform/config/config.ts'
import { createPostgresLane } from './platform/db/postgres-lane.ts'
import { openPool } from './platform/db/postgres-pool.ts'
import { guardConnections } from './platform/http/connections/guard-connections.ts'
import { listenOn, stopListening } from './platform/http/connections/listen-on.ts'
import { KEPT_ASSETS, keepAssets } from './platform/http/serving/kept-assets.ts'
import { systemClock } from './platform/runtime/clock.ts'
import { randomIds } from './platform/runtime/ids.ts'
import type { Logger } from './platform/runtime/logger.ts'
import { makeFolder, StartError } from './platform/runtime/start-error.ts'
import { endsWithin } from './platform/runtime/within.ts'
import type { RunningServer } from './start-server.ts'
import { startWork, type Work } from './start-work.ts'
import { postgresKysely } from './store/connect-postgres.ts'
import { upgradePostgres } from './store/open-postgres.ts'
import { openStore } from './store/open-store.ts'

/** After this long, unfinished work is abandoned: by then it can no longer write anything anyway. */
const END_WITHIN_MS = 8000

/**
 * Runs as one of several nodes on a database: either as its keeper, or forwarding requests to the node that is. Resolves once the first role is
 * decided; after that, roles change by themselves.
 */
export async function startNode(config: Config, url: string, logger: Logger): Promise<RunningServer> {
  const { leaseMs, address, secret } = config.node
  const lock = await openData(config, (text) => logger.warn(text))
  makeFolder(config.filesDir)
  const id = await keepNodeId(config.dataDir, randomIds)
  const node = { id, session: randomIds.uuid(), address, version: config.revision }
  await upgradePostgres(url, (db, pending) => requireSameVersion(db, pending, id, leaseMs))
  const lane = createPostgresLane(await openPool(url, { max: 1, query_timeout: Math.max(leaseMs / 2, 2000) }))
  const db = postgresKysely(lane, { count: 0 })

  let work: Work | undefined
  let changing: Promise<void> = Promise.resolve()
  let changes = 0
  let keepsNotBefore = 0
  let isStopping = false
  let membership: Membership | undefined
  let firstFault: unknown
  /** Responses that the work is currently sending, including event streams. */
  const answering = new Set<ServerResponse>()

  const change = (step: () => Promise<void>): void => {
    changes++
    changing = changing.then(step).finally(() => {
      changes--
    })
  }

  /** Called when a thread is lost or keys are missing: another node may do better. */
  async function giveUp(error: unknown): Promise<void> {
    logger.error({ err: error }, 'this node cannot keep the database at the moment')
    firstFault ??= error
    keepsNotBefore = performance.now() + leaseMs
    await end()
    await membership?.release().catch(() => undefined)
  }

  async function begin({ epoch, keys }: Keeper): Promise<void> {
    const onLost = (error: Error) => change(() => giveUp(error))
    const { readers } = config
    let database: Deps['database'] | undefined
    const open = async (onLock: (isHeld: boolean) => void) => {
      database = await openStore(config.database, { readers, onLost, onLock, epoch })
      return database
    }
    try {
      await requireKeys(config.filesDir, keys ?? (await noteKeys(db, await makeKeys(config.filesDir))))
      work = await startWork(config, logger, open, () => membership?.isKeeper() ?? false)
      await work.begin()
    } catch (error) {
      if (!work) await database?.close().catch(() => undefined)
      await giveUp(error)
    }
  }

  async function end(): Promise<void> {
    const ended = work
    work = undefined
    if (!ended) return
    const left = new Set(answering)
    ended.rest()
    server.closeIdleConnections()
    const stopped = ended.stop().catch((error: unknown) => logger.error({ err: error }, 'stopping some work failed'))
    if (!(await endsWithin(END_WITHIN_MS, stopped))) logger.error('some work did not finish in time')
    // clients that follow events should reconnect to the next keeper
    for (const outgoing of left) outgoing.destroy()
  }

  const passOn = createPassOn(secret, (keeper, error) =>
    logger.warn({ err: error, keeper }, 'the node that keeps the database does not answer at its NODE_ADDRESS'),
  )
  const recognizing = createRecognizing(secret, () =>
    logger.warn('a request came from a node with another NODE_SECRET: set the same one on all nodes'),
  )
  const keeper = () => {
    const known = membership?.keeper()
    // whatever was passed on to its own address would come back
    const isElsewhere = known && !known.isOver && known.holder !== id && known.address !== address
    return isElsewhere ? (known.address ?? undefined) : undefined
  }
  const standby = createStandby(config, logger, builtApp, {
    isReady: () => secret !== undefined && keeper() !== undefined && membership?.isInformed() === true,
    figures: (answers) => metricsRoutes(config, () => createStandbyMetrics(answers, passOn.passed)),
  })
  const server = createServer((incoming, outgoing) => {
    const isPassedOn = recognizing.isPassedOn(incoming)
    if (work) {
      answering.add(outgoing)
      outgoing.once('close', () => answering.delete(outgoing))
      work.answer(incoming, outgoing)
    } else if (isForKeeper(incoming)) passOn.pass(incoming, outgoing, isPassedOn ? undefined : keeper())
    else standby(incoming, outgoing)
  })
  serveTransmitters(
    server,
    (request, socket) => work!.answerPlain(request, socket),
    ({ headers }) => work !== undefined && !(NODE_HEADER in headers),
  )
  guardConnections(server, config, undefined, recognizing.isNode)

  // browsers may ask this node for files of a page that came from a node with another build
  await keepAssets(path.join(builtApp, 'assets'), path.join(config.filesDir, KEPT_ASSETS), systemClock.now()).catch(
    (error: unknown) => logger.error({ err: error }, 'files of the build could not be kept'),
  )

  membership = await joinNodes(
    { db, node, leaseMs, logger },
    {
      onKeeping: (keeper) => change(() => begin(keeper)),
      onLost: () => change(end),
      onKeeper: passOn.giveUp,
      onDoubled() {
        const file = path.join(config.dataDir, 'node.id')
        logger.fatal(`another node has the same ${file}: give each node its own DATA_DIR, or remove that file`)
        process.exit(2)
      },
      mayKeep: () => changes === 0 && !isStopping && work === undefined && performance.now() >= keepsNotBefore,
    },
  )
  await changing
  if (firstFault) await leave(firstFault)
  const known = membership.keeper()
  if (!work && known?.keys) await requireKeys(config.filesDir, known.keys).catch(leave)
  if (!work)
    logger.info(
      { keeper: known?.address ?? known?.holder },
      'another node keeps the database; this one passes requests on to it',
    )
  if (!work && !secret) {
    logger.warn('without NODE_ADDRESS and NODE_SECRET on all nodes, this node cannot pass on requests')
  }
  const place = await listenOn(server, config)
  logger.info({ url: place }, 'HiveWatch is listening')

  async function leave(error: unknown): Promise<never> {
    isStopping = true
    await stop()
    throw error
  }

  async function stop(): Promise<void> {
    isStopping = true
    await changing
    work?.rest()
    if (server.listening) await stopListening(server)
    await end()
    await membership?.stop()
    passOn.close()
    await lane.close()
    lock.release()
  }

  return {
    url: place,
    get deps(): Deps {
      if (!work) throw new StartError('another node keeps this database: stop that one first')
      return work.deps
    },
    stop,
  }
}
