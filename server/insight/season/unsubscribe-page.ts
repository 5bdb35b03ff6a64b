import { createHash } from 'node:crypto'
import type { Locale } from '#domain/platform/locale.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { translate } from '../../platform/runtime/translate.ts'

const STYLE = [
  'body{margin:0;font:18px/1.5 system-ui,sans-serif;color:#1c1b18;background:#f6f6f3}',
  'main{max-width:26rem;margin:0 auto;padding:2rem 1rem}',
  'h1{font-size:1.5rem;line-height:1.25}',
  'button{min-height:48px;padding:0 1.5rem;font:inherit;border:0;border-radius:8px;background:#1c1b18;color:#fff;cursor:pointer}',
  'button:focus-visible{outline:3px solid #0a58ca;outline-offset:2px}',
  '@media (prefers-color-scheme:dark){body{background:#1c1b18;color:#f6f6f3}button{background:#f6f6f3;color:#1c1b18}button:focus-visible{outline-color:#8ab4f8}}',
].join('')

/** The page has no script, and only its own style. */
export const UNSUBSCRIBE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Returns the page behind the link in a mail: `asks` whether to stop the mails, since programs follow
 * links by themselves; says that they have `ended`, or that the link is `wrong`. Names nobody.
 */
export function unsubscribePage(locale: Locale, state: 'asks' | 'ended' | 'wrong'): string {
  const text = (name: string) => escapeHtml(translate(locale, `season-mail.${name}`))
  const title = text(state === 'asks' ? 'ask' : state)
  return [
    '<!doctype html>',
    `<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    `<title>${title}</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${title}</h1>`,
    state === 'asks'
      ? `<form method="post"><button>${text('askButton')}</button></form>`
      : `<p>${text(`${state}Next`)}</p>`,
    '</main></body></html>',
  ].join('\n')
}
