/// <reference types="vite/client" />

declare module 'virtual:messages/*' {
  import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'

  const messages: Record<import('../locales/message-id.ts').MessageId, MessageFormatElement[]>
  export default messages
}
