import { createServer } from 'node:http'
import type { Deps } from './deps.ts'
import { serveTransmitters } from './exchange/ingest/ingest-listener.ts'
import { openData } from './operations/upkeep/data-folder/open-data.ts'
import type { Config } from './platform/config/config.ts'
import { guardConnections } from './platform/http/connections/guard-connections.ts'
import { listenOn, stopListening } from './platform/http/connections/listen-on.ts'
import type { Logger } from './platform/runtime/logger.ts'
import { startWork } from './start-work.ts'
import { openStore } from './store/open-store.ts'

export type RunningServer = { url: string; deps: Deps; stop(): Promise<void> }

/**
 * Starts the server: alone with a database file, or as one of any number of nodes on PostgreSQL. `stop` finishes pending requests and
 * closes everything.
 */
export async function startServer(config: Config, logger: Logger): Promise<RunningServer> {
  if (config.database.kind === 'file') return startAlone(config, logger)
  const { startNode } = await import('./start-node.ts')
  return startNode(config, config.database.url, logger)
}

async function startAlone(config: Config, logger: Logger): Promise<RunningServer> {
  const told = (text: string) => logger.warn(text)
  const lock = await openData(config, told)
  const onLost = (error: Error) => {
    logger.fatal({ err: error }, 'a database thread was lost')
    process.exit(1)
  }
  const { readers } = config
  const work = await startWork(config, logger, (onLock) =>
    openStore(config.database, { readers, told, onLost, onLock }),
  )
  const server = createServer(work.answer)
  serveTransmitters(server, work.answerPlain)
  guardConnections(server, config)
  const url = await listenOn(server, config)
  await work.begin()
  logger.info({ url }, 'HiveWatch is listening')
  return {
    url,
    deps: work.deps,
    async stop() {
      work.rest()
      await stopListening(server)
      await work.stop()
      lock.release()
    },
  }
}
