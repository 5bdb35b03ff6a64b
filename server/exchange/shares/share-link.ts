import type { ShareType } from '#domain/exchange/share.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'

/** Where a share opens: a livefeed on its own page, all others on that of the timeline. */
export const shareLink = (origin: string, type: ShareType, token: string): string =>
  `${origin}/shared/${type === 'livefeed' ? 'livefeed' : 'timeline'}?token=${token}`

/** The HTML that shows a share inside another page. */
export const shareFrame = (link: string, title: string): string =>
  `<iframe src="${escapeHtml(link)}" title="${escapeHtml(title)}" width="100%" height="480" style="border:0" loading="lazy"></iframe>`
