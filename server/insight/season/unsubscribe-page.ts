import type { Locale } from '#domain/platform/locale.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { createPlainPages } from '../../platform/http/plain-page.ts'
import { translate } from '../../platform/runtime/translate.ts'

const { policy, page } = createPlainPages([
  'button{padding:0 1.5rem;border:0;background:#1c1b18;color:#fff}',
  '@media (prefers-color-scheme:dark){button{background:#f6f6f3;color:#1c1b18}}',
])
export const UNSUBSCRIBE_POLICY = policy

/**
 * Returns the page behind the link in a mail: `asks` whether to stop the mails, since programs follow
 * links by themselves; says that they have `ended`, or that the link is `wrong`. Names nobody.
 */
export function unsubscribePage(locale: Locale, state: 'asks' | 'ended' | 'wrong'): string {
  const text = (name: string) => escapeHtml(translate(locale, `season-mail.${name}`))
  return page(locale, text(state === 'asks' ? 'ask' : state), [
    state === 'asks'
      ? `<form method="post"><button>${text('askButton')}</button></form>`
      : `<p>${text(`${state}Next`)}</p>`,
  ])
}
