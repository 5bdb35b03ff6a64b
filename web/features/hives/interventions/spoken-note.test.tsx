import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  changeBegins,
  type Draft,
  drafting,
  forgetDrafts,
  kept,
  somethingIsTyped,
} from '../../../ui/form/shown-forms.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { SpokenNote } from './spoken-note.tsx'

let said = ''

/** Mimics browser speech recognition: `stop` ends with what was heard so far, `abort` only with the error of that name. */
class Recognition {
  onresult?: (heard: object) => void
  onerror?: (fault: { error: string }) => void
  onend?: () => void
  start() {}
  stop() {
    if (said === '') this.onerror?.({ error: 'no-speech' })
    else this.onresult?.({ results: [[{ transcript: said }]] })
    this.onend?.()
  }
  abort() {
    this.onerror?.({ error: 'aborted' })
    this.onend?.()
  }
}

beforeEach(() => vi.stubGlobal('SpeechRecognition', Recognition))
afterEach(() => vi.unstubAllGlobals())

function show() {
  const noted: string[] = []
  renderWithMessages(
    <SpokenNote scaleId={3} busy={false} onNote={async ({ description }) => noted.push(description)} />,
  )
  const speak = () => screen.getByRole('button', { name: 'Speak' })
  const words = () => screen.getByRole<HTMLInputElement>('textbox').value
  return { noted, speak, words }
}

test('a second tap stops listening and keeps what was said', () => {
  const { speak, words } = show()
  said = 'queen seen'
  fireEvent.click(speak())
  expect(speak().getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(speak())
  expect(speak().getAttribute('aria-pressed')).toBe('false')
  expect(words()).toBe('queen seen')
  said = ''
  fireEvent.click(speak())
  fireEvent.click(speak())
  screen.getByText(/Nothing was understood/)
  expect(words()).toBe('queen seen')
})

test('a note is not longer than allowed, however long the user speaks', async () => {
  const { noted, speak } = show()
  said = 'fed '.repeat(600)
  fireEvent.click(speak())
  fireEvent.click(speak())
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(noted).toHaveLength(1))
  expect(noted[0]!.length).toBeLessThanOrEqual(2000)
})

test('a note submitted twice is sent once, and what is typed meanwhile becomes the next one', async () => {
  const answers: (() => void)[] = []
  const onNote = () => new Promise<void>((resolve) => answers.push(resolve))
  renderWithMessages(<SpokenNote scaleId={3} busy={false} onNote={onNote} />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  const write = (value: string) => fireEvent.change(field, { target: { value } })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  write('queen seen')
  save()
  save()
  expect(answers).toHaveLength(1)
  write('two supers')
  answers[0]!()
  await new Promise((resolve) => setTimeout(resolve))
  expect(field.value).toBe('two supers')
  save()
  expect(answers).toHaveLength(2)
  answers[1]!()
  await waitFor(() => expect(field.value).toBe(''))
})

test('a note that is sent again because no answer came keeps its id; other words are another note', async () => {
  const sent: { id: string; description: string }[] = []
  const answers = ['lost', 'lost', 'there', 'there']
  const onNote = async (noted: (typeof sent)[number]) => {
    sent.push(noted)
    if (answers.shift() === 'lost') throw new TypeError('Failed to fetch')
  }
  renderWithMessages(<SpokenNote scaleId={3} busy={false} onNote={onNote} />)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  const write = (value: string) => fireEvent.change(field, { target: { value } })
  const save = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await new Promise((resolve) => setTimeout(resolve))
  }
  write('fed')
  await save()
  write('fed 5 kg')
  await save()
  await save()
  write('fed 5 kg')
  await save()
  expect(sent.map(({ description }) => description)).toEqual(['fed', 'fed 5 kg', 'fed 5 kg', 'fed 5 kg'])
  expect(sent[2]!.id).toBe(sent[1]!.id)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
})

test('unsaved words come back at their hive only', async () => {
  const stored = new Map<string, Draft>()
  kept.store = {
    owner: 1,
    parts: () => import('../../../ui/form/form-drafts.tsx'),
    find: async (id) => stored.get(id),
    keep: (id, draft) => void stored.set(id, draft),
    drop: (id) => void stored.delete(id),
  }
  const noted = { is: 'a change' }
  const onNote = async () => {
    changeBegins(noted)
    drafting.ended(noted)
  }
  const at = (scaleId: number) => renderWithMessages(<SpokenNote scaleId={scaleId} busy={false} onNote={onNote} />)
  const field = () => screen.getByRole<HTMLInputElement>('textbox')
  said = 'queen seen'
  const first = at(3)
  for (const _ of ['speak', 'stop']) fireEvent.click(screen.getByRole('button', { name: 'Speak' }))
  expect(somethingIsTyped()).toBe(true)
  await waitFor(() => expect(stored.size).toBe(1))
  first.unmount()

  const other = at(4)
  await new Promise((resolve) => setTimeout(resolve))
  expect(field().value).toBe('')
  other.unmount()

  at(3)
  await waitFor(() => expect(field().value).toBe('queen seen'))
  await screen.findByText(/^Your draft of/)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(field().value).toBe(''))
  expect([...stored]).toEqual([])
  forgetDrafts()
  kept.store = undefined
})
