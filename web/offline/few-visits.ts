/** What most visits do without. Loaded as one piece. */

export { dropDraft, findDraft, keepDraft } from './kept-drafts.ts'
export { OutboxBar } from './outbox-bar.tsx'
export { UpdateBar } from './update-bar.tsx'
