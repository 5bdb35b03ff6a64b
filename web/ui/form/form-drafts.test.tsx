import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Checkbox } from '../fields/checkbox.tsx'
import { Select } from '../fields/select.tsx'
import { PasswordField, TextField } from '../fields/text-field.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { renderWithMessages } from '../render-with-messages.tsx'
import { Form } from './form.tsx'
import {
  changeBegins,
  type Draft,
  type DraftStore,
  drafting,
  draftsWait,
  forgetDrafts,
  giveDraftsBack,
  keepDrafts,
  kept,
  somethingIsTyped,
} from './shown-forms.ts'

/** A form with one independent field, one controlled by state, and one that a choice reveals. */
function ScaleForm({
  name = 'Hive 1',
  draft,
  onSubmit = () => undefined,
}: {
  name?: string
  draft?: string | null
  onSubmit?: (values: FormData) => void
}) {
  const [note, setNote] = useState('')
  const [kind, setKind] = useState('weight')
  return (
    <Form draft={draft} onSubmit={onSubmit} actions={<button type="submit">Save</button>}>
      <TextField name="name" label="Name" defaultValue={name} />
      <TextField label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <p>{`noted: ${note}`}</p>
      <Select
        name="kind"
        label="Kind"
        value={kind}
        onChange={(event) => setKind(event.target.value)}
        options={['weight', 'other'].map((value) => ({ value, label: value }))}
      />
      {kind === 'other' && <TextField name="which" label="Which" />}
      <Checkbox name="visible" label="Visible" defaultChecked />
      <PasswordField name="secret" autoComplete="off" label="Secret" />
    </Form>
  )
}

const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

const stored = new Map<string, Draft>()
const store: DraftStore = {
  owner: 1,
  parts: () => import('./form-drafts.tsx'),
  find: async (id) => stored.get(id),
  keep: (id, draft) => void stored.set(id, draft),
  drop: (id, typed) => void (JSON.stringify(stored.get(id)?.typed) === typed && stored.delete(id)),
}

beforeEach(() => {
  kept.store = store
})
afterEach(() => {
  forgetDrafts()
  stored.clear()
  vi.useRealTimers()
  window.history.replaceState(null, '', '/')
})

/** Renders a form and waits until drafts are tracked for it. */
async function show(form = <ScaleForm />) {
  const finding = vi.spyOn(store, 'find')
  const shown = renderWithMessages(form)
  await expect.poll(() => finding).toHaveBeenCalled()
  finding.mockRestore()
  return shown
}

/** Types into the form and unmounts it. */
async function typeAndLeave() {
  const { unmount } = await show()
  enter('Name', 'Waldrand')
  enter('Note', 'weak queen')
  enter('Kind', 'other')
  enter('Which', 'rain gauge')
  fireEvent.click(screen.getByLabelText('Visible'))
  enter('Secret', 'honey')
  unmount()
}
/** Submits the form with a change. */
function save(): object {
  const change = {}
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  changeBegins(change)
  return change
}
/** A form that gives way to a progress message while it is being sent, and comes back with its content if the request is refused. */
function UploadForm({ state, version, onVersion }: { state: string; version: string; onVersion: (v: string) => void }) {
  if (state === 'sending') return <p>Sending</p>
  return (
    <Form onSubmit={() => undefined} actions={<button type="submit">Save</button>}>
      <TextField label="Version" value={version} onChange={(event) => onVersion(event.target.value)} />
    </Form>
  )
}

const draftLine = () => screen.queryByText(/^Your draft of/)

// must be the first test: it loads the part that keeps drafts
it('what was typed before the form was tracked is kept, too', async () => {
  renderWithMessages(<ScaleForm />)
  enter('Name', 'Waldrand')
  await expect.poll(() => stored.size).toBe(1)
})

it.each([
  ['is kept, too', () => Object.assign(kept, { store: { ...store } }), 1],
  ['is not kept if it was submitted', () => fireEvent.click(screen.getByRole('button', { name: 'Save' })), 0],
  ['is not kept for somebody else', () => Object.assign(kept, { store: { ...store, owner: 2 } }), 0],
])('what was typed into a form that was left before it was tracked %s', async (_, meanwhile, count) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { promise: loading, resolve: load } = Promise.withResolvers<Awaited<ReturnType<DraftStore['parts']>>>()
  kept.store = { ...store, parts: () => loading }
  const { unmount } = renderWithMessages(<ScaleForm />)
  enter('Name', 'Waldrand')
  meanwhile()
  unmount()
  load(await store.parts())
  await loading
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored.size).toBe(count)
})

it('what was typed comes back with the form, in fields of every kind except secrets, with a line that says so', async () => {
  await typeAndLeave()
  expect(JSON.stringify([...stored])).not.toContain('honey')
  await show()
  await waitFor(() => expect(field('Which').value).toBe('rain gauge'))
  expect(draftLine()).not.toBeNull()
  expect(field('Name').value).toBe('Waldrand')
  expect(screen.getByText('noted: weak queen')).toBeDefined()
  expect(field('Visible').checked).toBe(false)
  expect(field('Secret').value).toBe('')
})

it('a secret is not kept even while it is visible', async () => {
  const { unmount } = await show()
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  enter('Secret', 'honey')
  enter('Name', 'Waldrand')
  unmount()
  expect([...stored.values()]).toHaveLength(1)
  expect(JSON.stringify([...stored])).not.toContain('honey')
})

it('discarding a draft restores the form’s original content for good', async () => {
  await typeAndLeave()
  const { unmount } = await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(field('Name').value).toBe('Hive 1'))
  expect(draftLine()).toBeNull()
  unmount()
  expect(stored.size).toBe(0)
})

it('saving does not drop a draft that another tab holds of the same form', async () => {
  await show()
  enter('Name', 'Waldrand')
  await expect.poll(() => stored.size).toBe(1)
  const [[id, mine]] = [...stored] as [[string, Draft]]
  const theirs = { ...mine, typed: { ...mine.typed, 'name#0': 'Waldrand East' } }
  stored.set(id, theirs)
  drafting.ended(save())
  expect([...stored.values()]).toEqual([theirs])
})

it('what is typed is kept after a pause, and dropped once the form is as it was', async () => {
  await show()
  enter('Name', 'Waldrand')
  await expect.poll(() => stored.size).toBe(1)
  enter('Name', 'Hive 1')
  await expect.poll(() => stored.size).toBe(0)
})

it('a draft ends once it is saved, whether the form is closed by then or not', async () => {
  const { unmount } = await show()
  enter('Name', 'Waldrand')
  drafting.ended(save())
  expect(somethingIsTyped()).toBe(false)
  unmount()
  expect(stored.size).toBe(0)

  const again = await show()
  enter('Name', 'Waldrand')
  const change = save()
  again.unmount()
  expect(stored.size).toBe(1)
  drafting.ended(change)
  expect(stored.size).toBe(0)
})

it('a draft stays while other changes succeed, whether its own change is pending, or failed with the form closed or open', async () => {
  const { unmount } = await show()
  enter('Name', 'Waldrand')
  const change = save()
  const other = {}
  changeBegins(other)
  drafting.ended(other)
  expect(somethingIsTyped()).toBe(true)
  drafting.ended(change, new Error('no network'))
  drafting.ended({})
  expect(somethingIsTyped()).toBe(true)
  unmount()
  expect(stored.size).toBe(1)

  const again = await show()
  expect(await screen.findByDisplayValue('Waldrand')).toBeDefined()
  const second = save()
  again.unmount()
  drafting.ended(second, new Error('no network'))
  drafting.ended({})
  expect(stored.size).toBe(1)
  await show()
  expect(await screen.findByDisplayValue('Waldrand')).toBeDefined()
  drafting.ended(save())
  expect(stored.size).toBe(0)
})

it('a draft ends once the change it went into is saved, if its form was closed while it was being submitted', async () => {
  const { unmount } = await show()
  enter('Name', 'Waldrand')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await Promise.resolve()
  unmount()
  expect(stored.size).toBe(1)
  const change = {}
  changeBegins(change)
  drafting.ended(change)
  expect(stored.size).toBe(0)
})

it('a draft ends once the outbox keeps what was submitted, even if the page is hidden or closed, and is back if that is refused', async () => {
  const { unmount } = await show()
  enter('Name', 'Waldrand')
  await expect.poll(() => stored.size).toBe(1)
  const [variables, other] = [{}, {}]
  const change = Object.assign(save(), { state: { variables } })
  drafting.queued!(other)
  expect(stored.size).toBe(1)
  drafting.queued!(variables)
  drafting.flush()
  expect(stored.size).toBe(0)
  unmount()
  expect(stored.size).toBe(0)
  drafting.ended(change, new Error('refused'))
  expect([...stored.values()]).toMatchObject([{ typed: { 'name#0': 'Waldrand' } }])
})

it('if somebody has to confirm their identity first, a draft stays until its change succeeds', async () => {
  const { unmount } = await show()
  enter('Name', 'Waldrand')
  drafting.ended(save(), Object.assign(new Error('who?'), { code: 'confirm_identity' }))
  unmount()
  const { unmount: close } = await show(<ScaleForm name="Confirm" />)
  drafting.ended(save())
  close()
  await Promise.resolve()
  expect(stored.size).toBe(1)
  const again = {}
  changeBegins(again)
  drafting.ended(again)
  expect(stored.size).toBe(0)
})

it('a draft stays if it could not be saved, or if something else was saved', async () => {
  const { unmount } = await show()
  enter('Name', 'Waldrand')
  drafting.ended({})
  const change = save()
  enter('Name', 'Waldrand 2')
  drafting.ended(change)
  unmount()
  expect([...stored.values()].map(({ typed }) => typed['name#0'])).toEqual(['Waldrand 2'])
})

it('a draft stays if something was wrong with it', async () => {
  const Wrong = () => {
    const [isWrong, say] = useState(false)
    return (
      <Form onSubmit={() => say(true)} actions={<button type="submit">Save</button>}>
        <TextField name="name" label="Name" error={isWrong && 'Too short.'} />
      </Form>
    )
  }
  const { unmount } = await show(<Wrong />)
  enter('Name', 'W')
  const change = save()
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  drafting.ended(change)
  unmount()
  expect(stored.size).toBe(1)
})

it('a draft stays if the confirmation question was answered with no', async () => {
  const Asking = () => {
    const [asking, ask] = useState(false)
    return (
      <>
        <ScaleForm onSubmit={() => ask(true)} />
        <Dialog open={asking} onClose={() => ask(false)} title="Sure?" confirm="Go on" onConfirm={() => undefined} />
      </>
    )
  }
  const { unmount } = await show(<Asking />)
  enter('Name', 'Waldrand')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await Promise.resolve()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText('Sure?')).toBeNull()
  const other = {}
  changeBegins(other)
  drafting.ended(other)
  expect(somethingIsTyped()).toBe(true)
  unmount()
  expect(stored.size).toBe(1)
})

it('a form about something else does not get the draft, and neither does one on another page', async () => {
  await typeAndLeave()
  const { unmount } = await show(<ScaleForm name="Hive 2" />)
  expect(field('Name').value).toBe('Hive 2')
  unmount()
  window.history.replaceState(null, '', '/elsewhere')
  await show()
  expect(draftLine()).toBeNull()
})

it('a form with a name is recognized elsewhere, even with different content', async () => {
  const { unmount } = await show(<ScaleForm draft="note 5" />)
  enter('Note', 'fed')
  unmount()
  window.history.replaceState(null, '', '/elsewhere')
  await show(<ScaleForm draft="note 5" name="Hive 2" />)
  expect(await screen.findByText('noted: fed')).toBeDefined()
})

it('nothing is kept if nobody is signed in, or if something else keeps it', () => {
  kept.store = undefined
  const finding = vi.spyOn(store, 'find')
  renderWithMessages(<ScaleForm />).unmount()
  kept.store = store
  const { unmount } = renderWithMessages(<ScaleForm draft={null} />)
  enter('Name', 'Waldrand')
  unmount()
  expect(finding).not.toHaveBeenCalled()
  expect(stored.size).toBe(0)
})

it('somebody signed out while typing is told that the draft waits, and when it is back; nobody else is', async () => {
  const onGiven = vi.fn()
  const { unmount } = await show()
  keepDrafts(7)
  expect(draftsWait()).toBe(false)
  enter('Name', 'Waldrand')
  keepDrafts(7)
  unmount()
  expect(draftsWait()).toBe(true)
  giveDraftsBack(7, onGiven)
  await show()
  await waitFor(() => expect(onGiven).toHaveBeenCalledOnce())
  expect(draftsWait()).toBe(false)

  keepDrafts(7)
  giveDraftsBack(8, onGiven)
  expect(draftsWait()).toBe(false)
})

it('does not restore what was submitted while the draft was being looked up', async () => {
  let answer = (_: Draft | undefined) => {}
  const asked = vi.fn(() => new Promise<Draft | undefined>((resolve) => (answer = resolve)))
  kept.store = { ...store, find: asked }
  renderWithMessages(<ScaleForm />)
  await waitFor(() => expect(asked).toHaveBeenCalled())
  enter('Note', 'fed 5 kg')
  drafting.ended(save())
  enter('Note', '')
  forgetDrafts()
  answer({ at: Date.now(), typed: { '#0': 'fed 5 kg' } })
  await new Promise((resolve) => setTimeout(resolve))
  expect(field('Note').value).toBe('')
  expect(screen.queryByRole('status')).toBeNull()
})

it('what was refused first and saved later is not a draft, even if the form was gone in between', async () => {
  let version = ''
  const form = (state: string) => (
    <UploadForm
      key={state === 'sending' ? 'sending' : `form ${state}`}
      state={state}
      version={version}
      onVersion={(typed) => {
        version = typed
        rerender(form(state))
      }}
    />
  )
  const { rerender } = await show(form('first'))
  const isKept = () => JSON.stringify([...stored.values()]).includes('1.4.2')
  enter('Version', '1.4.2')
  await expect.poll(isKept).toBe(true)
  for (const outcome of [new Error('This file is not firmware'), undefined]) {
    const change = save()
    rerender(form('sending'))
    drafting.ended(change, outcome)
    if (!outcome) version = ''
    rerender(form(outcome ? 'refused' : 'saved'))
    await screen.findByLabelText('Version')
    await new Promise((settled) => setTimeout(settled, 50))
  }
  expect(isKept()).toBe(false)
  expect(field('Version').value).toBe('')
  expect(draftLine()).toBeNull()
})
