/** What most visits do not need. Loaded as one chunk. */

export { dropDraft, findDraft, keepDraft } from './kept-drafts.ts'
export { OutboxBar } from './outbox-bar.tsx'
export { UpdateBar } from './update-bar.tsx'
