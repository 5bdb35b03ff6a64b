import { Eye } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { WatchCode } from '#domain/exchange/watch.ts'
import { ApiError } from '../../../api/api-error.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useAddWatch } from './watch-queries.ts'

/** Takes the code of someone else's transmitter. */
export function WatchForm({ code = '' }: { code?: string | undefined }) {
  const add = useAddWatch()
  const [incomplete, setIncomplete] = useState(false)
  const submit = (values: FormData, form: HTMLFormElement) => {
    const parsed = v.safeParse(WatchCode, values.get('code'))
    setIncomplete(!parsed.success)
    if (parsed.success) add.mutate(parsed.output, { onSuccess: () => form.reset() })
    else add.reset()
  }
  return (
    <Form
      onSubmit={submit}
      actions={
        <Button kind="primary" type="submit" icon={Eye} busy={add.isPending}>
          <FormattedMessage id="watch.add" />
        </Button>
      }
    >
      <TextField
        name="code"
        defaultValue={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        label={<FormattedMessage id="watch.code" />}
        hint={<FormattedMessage id="watch.code.hint" />}
        error={
          incomplete ? (
            <FormattedMessage id="watch.code.incomplete" />
          ) : (
            add.error && <WatchErrorWords error={add.error} />
          )
        }
      />
    </Form>
  )
}

function WatchErrorWords({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.status !== 429) return <ErrorWords error={error} />
  const minutes = Math.ceil((error.retryAfter ?? 3600) / 60)
  return <FormattedMessage id="watch.tooMany" values={{ minutes }} />
}
