import { formatMoney } from '#domain/shop/format-money.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { createPlainPages } from '../../platform/http/plain-page.ts'
import { looks } from '../../platform/http/variant.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { type TestCheckout, type TestWay, testWays } from '../orders/checkout/pay-test.ts'

const { policy, page } = createPlainPages([
  'strong{font-size:2rem;display:block}',
  'button{display:block;width:100%;margin:.5rem 0;border:2px solid #1c1b18;background:#fff;color:#1c1b18}',
  'button.main{background:#1c1b18;color:#fff}',
  '@media (prefers-color-scheme:dark){button{background:#2b2a26;color:#f6f6f3;border-color:#f6f6f3}button.main{background:#f6f6f3;color:#1c1b18}}',
])
export const TEST_PAGE_POLICY = policy

/** A page that simulates a payment provider, in the language of the order. */
export function testPaymentPage({ checkout, order }: TestCheckout, now: number): string {
  const { language: locale } = order
  const text = (id: string, values?: Record<string, string>) => escapeHtml(translate(locale, id, values))
  const amount = formatMoney(checkout.amount, locale, checkout.currency)
  const state = checkout.state === 'open' && checkout.expires_at <= now ? 'expired' : checkout.state
  const isMain = (way: TestWay) => way === checkout.method
  const button = (way: TestWay) =>
    `<button name="way" value="${way}"${isMain(way) ? ' class="main"' : ''}>${text(`payment.way.${way}`)}</button>`
  return page(locale, text('payment.title', { shop: looks[order.variant].name }), [
    `<p>${text('payment.no_money')}</p>`,
    `<p>${text('payment.order', { key: order.key })} <strong>${escapeHtml(amount)}</strong></p>`,
    state === 'open' ? '' : `<p role="status">${text(`payment.state.${state}`)}</p>`,
    `<form method="post">${testWays.map(button).join('')}</form>`,
  ])
}
