import type { ServiceCall } from './call-service.ts'

export type TelegramMessage = { text: string; isSilent: boolean }

/** `sendMessage` of the Bot API, without markup, so that names may contain any character. */
export function telegramCall(
  { url, token, chat }: { url: string; token: string; chat: string },
  { text, isSilent }: TelegramMessage,
): ServiceCall {
  return {
    url: `${url}/bot${token}/sendMessage`,
    body: JSON.stringify({
      chat_id: chat.startsWith('@') ? chat : Number(chat),
      text,
      link_preview_options: { is_disabled: true },
      ...(isSilent ? { disable_notification: true } : {}),
    }),
    isTaken: ({ ok }) => ok === true,
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
