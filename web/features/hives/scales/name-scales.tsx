import { useMutation } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useEditScale } from './use-scale-changes.tsx'

/** Names scales, which are told apart by their weight in kg; an empty field keeps the current name. */
export function NameScales({ scales }: { scales: readonly { id: number; name: string; weight: number | null }[] }) {
  const intl = useIntl()
  const edit = useEditScale({ silent: true })
  // a single mutation, since the draft of all names is dropped with it
  const save = useMutation({
    mutationFn: async (values: FormData) => {
      let message: string | undefined
      for (const { id } of scales) {
        const name = String(values.get(`name-${id}`) ?? '').trim()
        if (!name) continue
        const { kept } = await edit.mutateAsync({ id, changes: { name } })
        message = kept ?? intl.formatMessage({ id: 'scale.message.saved' })
      }
      return { message }
    },
    meta: { tellsItself: true },
  })
  const kg = (weight: number) => intl.formatNumber(weight, { maximumFractionDigits: 1, signDisplay: 'negative' })
  return (
    <Form
      draft="name-scales"
      onSubmit={(values) => save.mutate(values)}
      actions={
        <Button kind="primary" type="submit" busy={save.isPending}>
          <FormattedMessage id="ui.save" />
        </Button>
      }
    >
      {scales.map(({ id, name, weight }) => (
        <TextField
          key={id}
          name={`name-${id}`}
          maxLength={80}
          autoComplete="off"
          label={weight === null ? name : `${name} · ${kg(weight)} kg`}
        />
      ))}
    </Form>
  )
}
