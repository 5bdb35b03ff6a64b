import { createMiddleware } from 'hono/factory'
import type { Deps } from '../../../deps.ts'
import type { Config } from '../../../platform/config/config.ts'
import { isBehindUnknownProxy } from '../../../platform/http/connections/client-connection.ts'
import type { Env } from '../../../platform/http/env.ts'

const NO_PROXY =
  'TRUST_PROXY is off, but there is a proxy in front of this server: all requests seem to come from its address, so that limits ' +
  'per address are off. Let the proxy set X-Forwarded-For and X-Forwarded-Proto, and set TRUST_PROXY=true'
const PLAIN =
  'PUBLIC_URL is http: passwords and sessions travel unprotected. Put a proxy with TLS in front, and set PUBLIC_URL to its https address'

const localHost =
  /^(localhost|.+\.(localhost|local|lan|internal|home\.arpa)|\[.+\]|[^.]+|(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\..+)$/

/** What is missing for a server that is reachable from the internet, by setting; undefined if a setting is fine. */
export function insecureSettings({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>) {
  const { protocol, hostname } = publicUrl ? new URL(publicUrl) : { protocol: '', hostname: 'localhost' }
  return {
    TRUST_PROXY: protocol === 'https:' && !trustProxy ? NO_PROXY : undefined,
    PUBLIC_URL: protocol === 'http:' && !localHost.test(hostname) ? PLAIN : undefined,
  }
}

/** Reports insecure settings at the start. */
export async function checkSetup({
  config,
  logger,
  troubles,
}: Pick<Deps, 'config' | 'logger' | 'troubles'>): Promise<void> {
  for (const [subject, words] of Object.entries(insecureSettings(config))) {
    if (words) {
      logger.warn(words)
      await troubles.raise({ kind: 'insecure_setup', subject })
    } else await troubles.clear('insecure_setup', subject)
  }
  // a database moved to PostgreSQL is backed up by other means
  if (config.database.kind === 'postgres') await troubles.clear('backup_damaged')
}

/** Reports a proxy missing from the settings, once, when the first request comes through it. */
export function noteUnknownProxy({ config, logger, troubles }: Pick<Deps, 'config' | 'logger' | 'troubles'>) {
  let isKnown = config.trustProxy || insecureSettings(config).TRUST_PROXY !== undefined
  return createMiddleware<Env>(async (c, next) => {
    if (!isKnown && isBehindUnknownProxy(c, config)) {
      isKnown = true
      logger.warn(NO_PROXY)
      void troubles.raise({ kind: 'insecure_setup', subject: 'TRUST_PROXY' })
    }
    await next()
  })
}
