import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '#domain/people/account.ts'
import type { AdministeredUser, UserEditBody } from '#domain/people/administered-user.ts'
import { affiliationChoice } from '#domain/people/affiliation.ts'
import { countries } from '#domain/platform/country.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { changesOf } from '../../../ui/form/changes-of.ts'
import { Form } from '../../../ui/form/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { affiliationsQuery, useEditUser } from './user-queries.ts'

const fields = ['firstname', 'lastname', 'company', 'street', 'zip', 'city', 'phone'] as const
const roles = [1, 2, 3] as const

/** Everything about a user that can be changed; the sheet's button submits it. */
export function UserForm({ id, user, onSaved }: { id: string; user: AdministeredUser; onSaved: () => void }) {
  const intl = useIntl()
  const edit = useEditUser(user.userId)
  // the user as the form shows them: they or someone else may have saved changes since
  const [before] = useState(user)
  const country = before.profile.country.toLowerCase() || 'ch'
  const { data: affiliations = [] } = useQuery(affiliationsQuery)
  const [role, setRole] = useState<Role>(user.role)
  const [affiliationId, setAffiliation] = useState(user.affiliation?.id ?? null)
  const submit = (values: FormData) => {
    const profile = Object.fromEntries([...fields, 'country'].map((field) => [field, String(values.get(field) ?? '')]))
    const known = {
      ...before.profile,
      country,
      role: before.role,
      affiliationId: before.affiliation?.id ?? null,
      admin: before.admin,
    }
    const body: UserEditBody = { ...profile, role, affiliationId, admin: values.has('admin') }
    edit.mutate(changesOf(known, body) ?? {}, { onSuccess: onSaved })
  }
  return (
    <Form id={id} onSubmit={submit}>
      {edit.error && <Refusal title={<ErrorWords error={edit.error} />} />}
      <Stack>
        <Select
          name="role"
          label={<FormattedMessage id="administration-users.role" />}
          hint={<FormattedMessage id={`administration-users.role.${role}.hint`} />}
          value={String(role)}
          onChange={({ target }) => setRole(Number(target.value) as Role)}
          options={roles.map((one) => ({
            value: String(one),
            label: intl.formatMessage({ id: `administration-users.role.${one}` }),
          }))}
        />
        <Select
          name="affiliation"
          label={<FormattedMessage id="administration-users.affiliation" />}
          value={String(affiliationId ?? '')}
          onChange={({ target }) => setAffiliation(Number(target.value) || null)}
          hint={
            affiliationId !== (before.affiliation?.id ?? null) &&
            before.controllerCount > 0 && <FormattedMessage id="administration-users.affiliation.keptByTransmitters" />
          }
          error={
            role !== 3 && affiliationId === null && <FormattedMessage id="administration-users.managerOfNothing" />
          }
          options={[
            { value: '', label: intl.formatMessage({ id: 'administration-users.affiliation.none' }) },
            ...affiliationChoice(affiliations, user.affiliation).map((one) => ({
              value: String(one.id),
              label: one.name,
            })),
          ]}
        />
        <Switch
          name="admin"
          defaultChecked={user.admin}
          label={<FormattedMessage id="administration-users.admin" />}
          hint={<FormattedMessage id="administration-users.admin.hint" />}
        />
      </Stack>
      {fields.map((field) => (
        <TextField
          key={field}
          name={field}
          autoComplete="off"
          defaultValue={user.profile[field]}
          label={<FormattedMessage id={`profile.${field}`} />}
        />
      ))}
      <Select
        name="country"
        defaultValue={country}
        label={<FormattedMessage id="profile.country" />}
        options={countries.map((code) => ({
          value: code,
          label: intl.formatDisplayName(code.toUpperCase(), { type: 'region' }) ?? code,
        }))}
      />
    </Form>
  )
}
