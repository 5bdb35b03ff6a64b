import messages from 'virtual:messages/en'
import { cleanup, type RenderResult, render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { afterEach } from 'vitest'
import { IntlProvider } from '../i18n/intl.tsx'

afterEach(cleanup)

class NoSizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Adds what the kit needs and jsdom lacks: modal dialogs, popovers, sizes (none is reported) and media queries (`phone` is the answer to the phone's query). */
function completeBrowser(phone: boolean): void {
  window.ResizeObserver ??= NoSizes
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: phone && media === '(max-width: 639px)',
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    })
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  HTMLElement.prototype.showPopover = function showPopover() {
    this.setAttribute('data-popover-open', '')
  }
  HTMLElement.prototype.hidePopover = function hidePopover() {
    this.removeAttribute('data-popover-open')
  }
}

/** For component tests: renders with the English texts in a jsdom that has dialogs; `phone` simulates a narrow screen. */
export function renderWithMessages(ui: ReactElement, { phone = false }: { phone?: boolean } = {}): RenderResult {
  completeBrowser(phone)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <IntlProvider locale="en" messages={messages}>
      {children}
    </IntlProvider>
  )
  return render(ui, { wrapper })
}
