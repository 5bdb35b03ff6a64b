import * as v from 'valibot'
import { AlarmType } from './alarm.ts'
import { ChannelType } from './notification.ts'

export const sentStages = [
  'told',
  'rang',
  'confirmed',
  'withdrawn',
  'closed',
  'reminded',
  'test',
  'ended',
  'refused',
  'unshown',
  'code',
  'notice',
  'season',
] as const
/** `due`: on its way. `expired`: given up or no longer wanted. */
export const sentStates = ['due', 'sent', 'failed', 'expired'] as const
export const SentState = v.picklist(sentStates)
export type SentState = v.InferOutput<typeof SentState>

/** One message to one channel, as administrators see it: the address is masked. */
export const SentNotification = v.object({
  id: v.number(),
  accountId: v.number(),
  name: v.string(),
  channel: ChannelType,
  address: v.string(),
  stage: v.picklist(sentStages),
  alarmType: v.nullable(AlarmType),
  controllerId: v.nullable(v.number()),
  state: SentState,
  attempts: v.number(),
  error: v.nullable(v.string()),
  created: v.string(),
  due: v.string(),
  sent: v.nullable(v.string()),
})
export type SentNotification = v.InferOutput<typeof SentNotification>

export const SentList = v.object({ items: v.array(SentNotification), nextCursor: v.nullable(v.string()) })
export type SentList = v.InferOutput<typeof SentList>

/**
 * Masks an address so that it can be recognized but not used: `a•••@example.org`, `+41•••••••67`. What follows the host of a URL may be all
 * that is needed to send there.
 */
export function maskAddress(type: ChannelType, address: string): string {
  if (URL.canParse(address) && /^https?:/.test(address)) return `${new URL(address).host}/•••`
  if (type === 'email') {
    const at = address.lastIndexOf('@')
    return `${address.slice(0, 1)}•••${at < 0 ? '' : address.slice(at)}`
  }
  return address.length < 6 ? '•••' : `${address.slice(0, 3)}${'•'.repeat(address.length - 5)}${address.slice(-2)}`
}
