/** What few visits are told above the screen. Loaded as one piece. */

export { OutboxBar } from './outbox-bar.tsx'
export { UpdateBar } from './update-bar.tsx'
