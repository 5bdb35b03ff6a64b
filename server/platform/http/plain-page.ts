import { createHash } from 'node:crypto'
import type { Locale } from '#domain/platform/locale.ts'

const LOOK = [
  'body{margin:0;font:18px/1.5 system-ui,sans-serif;color:#1c1b18;background:#f6f6f3}',
  'main{max-width:26rem;margin:0 auto;padding:2rem 1rem}',
  'h1{font-size:1.5rem;line-height:1.25}',
  'button{min-height:48px;font:inherit;border-radius:8px;cursor:pointer}',
  'button:focus-visible{outline:3px solid #0a58ca;outline-offset:2px}',
  '@media (prefers-color-scheme:dark){body{background:#1c1b18;color:#f6f6f3}button:focus-visible{outline-color:#8ab4f8}}',
].join('')

/**
 * Makes pages that work without the app: no scripts, and no styles but their own, which `policy` (a Content-Security-Policy) allows.
 * `look` is their CSS besides what all of them share; title and body are HTML.
 */
export function createPlainPages(look: readonly string[]) {
  const style = [LOOK, ...look].join('')
  return {
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    page: (locale: Locale, title: string, body: readonly string[]): string =>
      [
        '<!doctype html>',
        `<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
        '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
        `<title>${title}</title><style>${style}</style></head><body><main>`,
        `<h1>${title}</h1>`,
        ...body,
        '</main></body></html>',
      ].join('\n'),
  }
}
