import { createHash } from 'node:crypto'
import { formatMoney } from '#domain/shop/format-money.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { looks } from '../../platform/http/variant.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { type TestCheckout, type TestWay, testWays } from '../orders/checkout/pay-test.ts'

const STYLE = [
  'body{margin:0;font:18px/1.5 system-ui,sans-serif;color:#1c1b18;background:#f6f6f3}',
  'main{max-width:26rem;margin:0 auto;padding:2rem 1rem}',
  'h1{font-size:1.5rem;line-height:1.25}',
  'strong{font-size:2rem;display:block}',
  'button{display:block;width:100%;min-height:48px;margin:.5rem 0;font:inherit;border:2px solid #1c1b18;border-radius:8px;background:#fff;color:#1c1b18;cursor:pointer}',
  'button.main{background:#1c1b18;color:#fff}',
  'button:focus-visible{outline:3px solid #0a58ca;outline-offset:2px}',
  '@media (prefers-color-scheme:dark){body{background:#1c1b18;color:#f6f6f3}button{background:#2b2a26;color:#f6f6f3;border-color:#f6f6f3}button.main{background:#f6f6f3;color:#1c1b18}button:focus-visible{outline-color:#8ab4f8}}',
].join('')

/** The page has no scripts, and no styles but its own. */
export const TEST_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page that simulates a payment provider, in the language of the order. */
export function testPaymentPage({ checkout, order }: TestCheckout, now: number): string {
  const { language: locale } = order
  const text = (id: string, values?: Record<string, string>) => escapeHtml(translate(locale, id, values))
  const amount = formatMoney(checkout.amount, locale, checkout.currency)
  const state = checkout.state === 'open' && checkout.expires_at <= now ? 'expired' : checkout.state
  const isMain = (way: TestWay) => way === checkout.method
  const button = (way: TestWay) =>
    `<button name="way" value="${way}"${isMain(way) ? ' class="main"' : ''}>${text(`payment.way.${way}`)}</button>`
  const title = text('payment.title', { shop: looks[order.variant].name })
  return [
    '<!doctype html>',
    `<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${title}</h1>`,
    `<p>${text('payment.no_money')}</p>`,
    `<p>${text('payment.order', { key: order.key })} <strong>${escapeHtml(amount)}</strong></p>`,
    state === 'open' ? '' : `<p role="status">${text(`payment.state.${state}`)}</p>`,
    `<form method="post">${testWays.map(button).join('')}</form>`,
    '</main></body></html>',
  ].join('\n')
}
