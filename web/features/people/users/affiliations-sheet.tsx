import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CountedAffiliation } from '#domain/people/affiliation.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { affiliationsQuery, useRemoveAffiliation, useSaveAffiliation } from './user-queries.ts'

/** Opens the affiliations. */
export function AffiliationsButton() {
  const [shown, show] = useState(false)
  return (
    <>
      <Button icon={Users} onClick={() => show(true)}>
        <FormattedMessage id="administration-users.affiliations" />
      </Button>
      <AffiliationsSheet open={shown} onClose={() => show(false)} />
    </>
  )
}

/** Adds and renames affiliations, and removes those without members. */
function AffiliationsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const query = useQuery({ ...affiliationsQuery, enabled: open })
  const [edited, edit] = useState<CountedAffiliation>()
  const close = () => {
    edit(undefined)
    onClose()
  }
  return (
    <Sheet open={open} onClose={close} title={<FormattedMessage id="administration-users.affiliations" />}>
      <Stack gap={6}>
        <NameForm key={edited?.id ?? 'new'} affiliation={edited} onSaved={() => edit(undefined)} />
        <Loaded query={query}>{(affiliations) => <List affiliations={affiliations} onEdit={edit} />}</Loaded>
      </Stack>
    </Sheet>
  )
}

function NameForm({ affiliation, onSaved }: { affiliation: CountedAffiliation | undefined; onSaved: () => void }) {
  const save = useSaveAffiliation()
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (affiliation) field.current?.focus()
  }, [affiliation])
  const submit = (values: FormData, form: HTMLFormElement) => {
    const name = String(values.get('name')).trim()
    setMissing(!name)
    if (!name) return
    save.mutate(
      { name, ...(affiliation && { id: affiliation.id }) },
      {
        onSuccess: () => {
          form.reset()
          onSaved()
        },
      },
    )
  }
  return (
    <Stack>
      {save.error && <Refusal title={<ErrorWords error={save.error} />} />}
      <Form
        onSubmit={submit}
        actions={
          <>
            <Button kind="primary" type="submit" icon={affiliation ? Pencil : Plus} busy={save.isPending}>
              <FormattedMessage
                id={affiliation ? 'administration-users.affiliation.rename' : 'administration-users.affiliation.add'}
              />
            </Button>
            {affiliation && (
              <Button onClick={onSaved}>
                <FormattedMessage id="ui.cancel" />
              </Button>
            )}
          </>
        }
      >
        <TextField
          ref={field}
          name="name"
          maxLength={100}
          autoComplete="off"
          defaultValue={affiliation?.name}
          label={<FormattedMessage id="administration-users.affiliation.name" />}
          error={missing && <FormattedMessage id="administration-users.affiliation.missing" />}
        />
      </Form>
    </Stack>
  )
}

function List({
  affiliations,
  onEdit,
}: {
  affiliations: readonly CountedAffiliation[]
  onEdit: (affiliation: CountedAffiliation) => void
}) {
  const intl = useIntl()
  const remove = useRemoveAffiliation()
  const [doomed, doom] = useState<CountedAffiliation>()
  const header = (word: 'affiliation.name' | 'userCount' | 'controllers' | 'actions') =>
    intl.formatMessage({ id: `administration-users.${word}` })
  const columns: TableColumn<CountedAffiliation>[] = [
    {
      id: 'name',
      header: header('affiliation.name'),
      // in one column: the sheet has no room for three besides the buttons
      cell: ({ name, userCount, controllerCount }) => (
        <>
          {name}
          <Text as="div" tone="neutral">
            {header('userCount')} {intl.formatNumber(userCount)}, {header('controllers')}{' '}
            {intl.formatNumber(controllerCount)}
          </Text>
        </>
      ),
    },
    {
      id: 'actions',
      header: header('actions'),
      phone: 'action',
      cell: (one) => (
        <Row gap={1} wrap={false}>
          <IconButton
            icon={Pencil}
            label={intl.formatMessage({ id: 'administration-users.affiliation.renameOne' }, { name: one.name })}
            onClick={() => onEdit(one)}
          />
          <IconButton
            icon={Trash2}
            label={intl.formatMessage({ id: 'administration-users.affiliation.removeOne' }, { name: one.name })}
            onClick={() => doom(one)}
          />
        </Row>
      ),
    },
  ]
  const close = () => {
    remove.reset()
    doom(undefined)
  }
  return (
    <>
      <Table
        caption={intl.formatMessage({ id: 'administration-users.affiliations' })}
        columns={columns}
        rows={affiliations}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={Users}
            title={<FormattedMessage id="administration-users.affiliations.none" />}
            next={<FormattedMessage id="administration-users.affiliations.none.next" />}
          />
        }
      />
      <Dialog
        open={doomed !== undefined}
        onClose={close}
        danger
        title={<FormattedMessage id="administration-users.affiliation.question" values={{ name: doomed?.name }} />}
        confirm={<FormattedMessage id="administration-users.affiliation.remove" />}
        busy={remove.isPending}
        error={remove.error && <ErrorWords error={remove.error} />}
        onConfirm={() => doomed && remove.mutate(doomed.id, { onSuccess: close })}
      />
    </>
  )
}
