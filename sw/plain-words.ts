/** The parts of a push that people read, without anything a later server may have added. */
export type PlainWords = {
  title: string | undefined
  body: string | undefined
  tag: string
  navigate: string
  receipt?: string | undefined
}

const TEXT_LENGTH = 600

/** Returns the words of a push of any form: title and text of our JSON; the text itself if it is not JSON. Never throws. */
export function plainWordsOf(text: string | undefined): PlainWords | undefined {
  const message = parse(text)
  if (message === undefined) return text?.trim() ? { ...unnamed, body: text.trim().slice(0, TEXT_LENGTH) } : undefined
  const notification = fieldOf(message, 'notification') ?? message
  const title = wordsIn(notification, 'title')
  const body = wordsIn(notification, 'body')
  if (title === undefined && body === undefined) return undefined
  const { tag, navigate } = unnamed
  return {
    title,
    body,
    tag: wordsIn(notification, 'tag') ?? tag,
    navigate: wordsIn(notification, 'navigate') ?? navigate,
    receipt: wordsIn(message, 'receipt'),
  }
}

const unnamed: PlainWords = { title: undefined, body: undefined, tag: 'unreadable', navigate: '/dashboard' }

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function wordsIn(value: unknown, name: string): string | undefined {
  const words = fieldOf(value, name)
  return typeof words === 'string' && words.trim() !== '' ? words : undefined
}
