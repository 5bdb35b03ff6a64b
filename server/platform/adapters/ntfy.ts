import type { ServiceCall } from './call-service.ts'

/** From 1 to 5; 3 makes the phone's default sound, 4 and 5 louder ones, 2 none. */
export type NtfyPriority = 2 | 3 | 4 | 5

export type NtfyMessage = {
  title: string
  message: string
  priority: NtfyPriority
  /** Names of emojis are shown as emojis. */
  tags: string[]
  /** What a tap opens. */
  click: string | undefined
  /** The same for every attempt: since ntfy 2.16 repeated attempts show as one notification, before that as several. */
  sequenceId: string
}

const TOPIC_URL = /^(https?:\/\/[^/?#]+)\/([-_A-Za-z0-9]{1,64})$/

/** Server and topic of `https://ntfy.sh/topic`. Undefined for anything else. */
export function readTopicUrl(text: string): { server: string; topic: string } | undefined {
  const [, server, topic] = TOPIC_URL.exec(text) ?? []
  return server && topic && URL.canParse(server) ? { server, topic } : undefined
}

/** Publishes as JSON (docs.ntfy.sh/publish): posted to the server, with the topic in the body. */
export function ntfyCall(address: string, token: string | undefined, message: NtfyMessage): ServiceCall {
  const { server = address, topic } = readTopicUrl(address) ?? {}
  const { sequenceId, ...shown } = message
  return {
    url: `${server}/`,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ topic, ...shown, sequence_id: sequenceId }),
    faultOf: (status) =>
      status === 401 || status === 403
        ? token === undefined
          ? 'ntfy_token_needed'
          : 'token_refused'
        : status === 404
          ? 'service_not_found'
          : undefined,
  }
}
