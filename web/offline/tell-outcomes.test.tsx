import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { TextField } from '../ui/fields/text-field.tsx'
import { Form } from '../ui/form/form.tsx'
import { type DraftStore, forgetDrafts, kept, somethingIsTyped } from '../ui/form/shown-forms.ts'
import { Toaster } from '../ui/overlay/toaster.tsx'
import { renderWithMessages } from '../ui/render-with-messages.tsx'
import { createQueryClient } from './query-cache.ts'

const store: DraftStore = {
  owner: 1,
  parts: () => import('../ui/form/form-drafts.tsx'),
  find: async () => undefined,
  keep: () => undefined,
  drop: () => undefined,
}

/** A form whose change succeeds once there is a network, and a second, unrelated change. */
function Screen({ network }: { network: { isThere: boolean } }) {
  const save = useMutation({
    mutationFn: async () => {
      if (!network.isThere) throw new TypeError('Failed to fetch')
    },
    meta: { tellsItself: true },
  })
  const mute = useMutation({ mutationFn: async () => undefined })
  return (
    <>
      <Form onSubmit={() => save.mutate()} actions={<button type="submit">Save</button>}>
        <TextField name="name" label="Name" />
      </Form>
      <button type="button" onClick={() => mute.mutate()}>
        Mute
      </button>
      <p>{`${save.status}, ${mute.status}`}</p>
    </>
  )
}

afterEach(() => {
  kept.store = undefined
  forgetDrafts()
})

it('a successful change does not mark any other form as saved', async () => {
  await store.parts()
  kept.store = store
  const network = { isThere: false }
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <Screen network={network} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Waldrand' } })
  fireEvent.click(screen.getByText('Save'))
  await screen.findByText('error, idle')
  fireEvent.click(screen.getByText('Mute'))
  await screen.findByText('error, success')
  expect(somethingIsTyped()).toBe(true)

  network.isThere = true
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Waldrand 2' } })
  fireEvent.click(screen.getByText('Save'))
  await screen.findByText('success, success')
  await waitFor(() => expect(somethingIsTyped()).toBe(false))
})

it('leaves it to the sign-in page to say that the session is over, and says every other failure', async () => {
  const failures = [new ApiError(401, 'Please sign in.', { code: 'not_signed_in' }), new ApiError(403, 'Not allowed.')]
  function Pressed() {
    const press = useMutation({ mutationFn: async (failure: Error) => Promise.reject(failure) })
    return failures.map((failure) => (
      <button key={failure.message} type="button" onClick={() => press.mutate(failure)}>
        {`Press, ${press.failureCount}`}
      </button>
    ))
  }
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <Pressed />
      <Toaster />
    </QueryClientProvider>,
  )
  for (const button of screen.getAllByRole('button')) {
    fireEvent.click(button)
    await waitFor(() => expect(button.textContent).toBe('Press, 1'))
  }
  await screen.findByText('Not allowed.', undefined, { timeout: 20_000 })
  expect(screen.queryByText('Please sign in.')).toBeNull()
}, 30_000)
