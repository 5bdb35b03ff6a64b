import type { ServiceCall } from './call-service.ts'

export type TelegramPlace = { url: string; token: string; chat: string }
export type TelegramMessage = { text: string; isSilent: boolean }

/**
 * `sendMessage` of the Bot API, without markup, so that names may contain any character. A group that became a supergroup, as when its history was opened to
 * new members, has another number, which is in the answer to each call with its former one.
 */
export function telegramCall(place: TelegramPlace, message: TelegramMessage): ServiceCall {
  const { url, token, chat } = place
  const { text, isSilent } = message
  return {
    url: `${url}/bot${token}/sendMessage`,
    body: JSON.stringify({
      chat_id: chat.startsWith('@') ? chat : Number(chat),
      text,
      link_preview_options: { is_disabled: true },
      ...(isSilent ? { disable_notification: true } : {}),
    }),
    isTaken: ({ ok }) => ok === true,
    movedTo({ parameters }) {
      const moved = parameters?.migrate_to_chat_id
      return Number.isSafeInteger(moved) ? telegramCall({ ...place, chat: String(moved) }, message) : undefined
    },
    faultOf(status, { description }) {
      // an invalid token makes the path nonexistent
      if (status === 401 || status === 404) return 'token_refused'
      if (status === 403) return 'telegram_chat_closed'
      return status === 400 && /chat not found|peer_id_invalid/i.test(String(description))
        ? 'telegram_chat_unknown'
        : undefined
    },
  }
}
