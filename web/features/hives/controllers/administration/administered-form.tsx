import { useState } from 'react'
import * as v from 'valibot'
import type { AdministeredController } from '#domain/hives/administered-controller.ts'
import { FifteenDigits, Msisdn } from '#domain/hives/controller.ts'
import { Email } from '#domain/people/account.ts'
import { type Affiliation, affiliationChoice } from '#domain/people/affiliation.ts'
import type { MessageId } from '../../../../../locales/message-id.ts'
import { appSettings } from '../../../../app-settings.ts'
import { ErrorWords } from '../../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { endOfDayInput, toDayInput } from '../../../../i18n/local-input.ts'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { changesOf } from '../../../../ui/form/changes-of.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { numberIn } from '../../../../ui/form/number-in.ts'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import { Refusal } from '../../../../ui/status/refusal.tsx'
import { type RegionChoice, useControllerFields } from '../controller-fields.tsx'
import { type AdministeredChanges, useAdminister } from './administered-queries.ts'

type Faults = Partial<
  Record<
    'imei' | 'imsi' | 'msisdn' | 'ownerEmail' | 'subscriptionEnd' | 'remainingNotifications' | 'limitReset',
    MessageId
  >
>

/** The end day in the device's time zone, as everyone sees it. */
const dayOf = (moment: string | null) => (moment ? toDayInput(new Date(moment)) : '')

/** Everything about a transmitter that can be changed; the sheet's button submits it. Transferring it to someone else asks for confirmation. */
export function AdministeredForm({
  id,
  controller: now,
  regions,
  affiliations,
  onSaved,
}: {
  id: string
  controller: AdministeredController
  regions: readonly RegionChoice[]
  affiliations: readonly Affiliation[]
  onSaved: () => void
}) {
  const intl = useIntl()
  // the transmitter as the form shows it: it or somebody else may have changed it since
  const [controller] = useState(now)
  const administer = useAdminister(controller.id)
  const { fields, read } = useControllerFields(controller, regions)
  const [affiliationId, setAffiliation] = useState(controller.affiliation?.id ?? null)
  const [demandClaimCode, setDemand] = useState(controller.demandClaimCode)
  const [faults, setFaults] = useState<Faults>({})
  const [transfer, ask] = useState<AdministeredChanges>()
  const words = (field: keyof Faults) => faults[field] && intl.formatMessage({ id: faults[field] })
  const known = {
    ...controller,
    affiliationId: controller.affiliation?.id ?? null,
    ownerEmail: controller.owner?.email ?? '',
  }
  const send = (changes: AdministeredChanges) => administer.mutate(changes, { onSuccess: onSaved })
  const submit = (values: FormData) => {
    const text = (name: string) => String(values.get(name) ?? '').trim()
    const settings = read(values)
    const end = text('subscriptionEnd')
    const lastMoment = end === '' ? null : (endOfDayInput(end)?.toISOString() ?? '')
    const wanted = {
      imei: text('imei'),
      imsi: text('imsi'),
      msisdn: text('msisdn') || null,
      ownerEmail: text('ownerEmail').toLowerCase(),
      affiliationId,
      demandClaimCode,
      remainingNotifications: numberIn(values, 'remainingNotifications'),
      limitReset: numberIn(values, 'limitReset'),
      ...(appSettings.subscriptions &&
        end !== dayOf(controller.subscriptionEnd) && {
          subscriptionEnd: lastMoment,
        }),
    }
    const found = faultsOf(wanted, controller.owner !== null)
    setFaults(found)
    if (!settings || Object.keys(found).length > 0) return
    const changes = changesOf<AdministeredChanges>(known, { ...settings, ...wanted })
    if (changes?.ownerEmail === '') delete changes.ownerEmail
    if (changes?.ownerEmail && controller.owner) ask(changes)
    else send(changes ?? {})
  }
  return (
    <>
      {administer.error && !transfer && <Refusal title={<ErrorWords error={administer.error} />} />}
      <Form id={id} onSubmit={submit}>
        {fields}
        {(['imei', 'imsi'] as const).map((number) => (
          <TextField
            key={number}
            name={number}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={controller[number]}
            label={number.toUpperCase()}
            error={words(number)}
          />
        ))}
        <TextField
          name="msisdn"
          type="tel"
          optional
          autoComplete="off"
          defaultValue={controller.msisdn ?? ''}
          label="MSISDN"
          hint={<FormattedMessage id="administration-controllers.msisdn.hint" />}
          error={words('msisdn')}
        />
        <TextField
          name="ownerEmail"
          type="email"
          optional={controller.owner === null}
          autoComplete="off"
          defaultValue={known.ownerEmail}
          label={<FormattedMessage id="administration-controllers.owner" />}
          hint={<FormattedMessage id="administration-controllers.owner.hint" />}
          error={words('ownerEmail')}
        />
        <Select
          name="affiliation"
          label={<FormattedMessage id="administration-users.affiliation" />}
          value={affiliationId ?? ''}
          onChange={({ target }) => setAffiliation(Number(target.value) || null)}
          options={[
            { value: '', label: intl.formatMessage({ id: 'administration-users.affiliation.none' }) },
            ...affiliationChoice(affiliations, controller.affiliation).map((one) => ({
              value: String(one.id),
              label: one.name,
            })),
          ]}
        />
        {appSettings.subscriptions && (
          <TextField
            name="subscriptionEnd"
            type="date"
            optional
            defaultValue={dayOf(controller.subscriptionEnd)}
            label={<FormattedMessage id="administration-controllers.subscriptionEnd" />}
            error={words('subscriptionEnd')}
          />
        )}
        <NumberField
          name="remainingNotifications"
          min={0}
          whole
          defaultValue={controller.remainingNotifications}
          label={<FormattedMessage id="settings-screen.controller.notifications" />}
          error={words('remainingNotifications')}
        />
        <NumberField
          name="limitReset"
          min={0}
          whole
          defaultValue={controller.limitReset}
          label={<FormattedMessage id="administration-controllers.limitReset" />}
          error={words('limitReset')}
        />
        <Checkbox
          name="demandClaim"
          label={<FormattedMessage id="administration-controllers.claimCode" values={{ code: controller.claimCode }} />}
          checked={demandClaimCode}
          onChange={({ target }) => setDemand(target.checked)}
        />
      </Form>
      <Dialog
        open={transfer !== undefined}
        onClose={() => ask(undefined)}
        title={<FormattedMessage id="administration-controllers.transfer" values={{ email: transfer?.ownerEmail }} />}
        confirm={<FormattedMessage id="administration-controllers.transfer.confirm" />}
        busy={administer.isPending}
        error={administer.error && <ErrorWords error={administer.error} />}
        onConfirm={() => transfer && send(transfer)}
      >
        <FormattedMessage id="administration-controllers.transfer.what" />
      </Dialog>
    </>
  )
}

type Wanted = {
  imei: string
  imsi: string
  msisdn: string | null
  ownerEmail: string
  subscriptionEnd?: string | null
  remainingNotifications: number
  limitReset: number
}

const isCount = (number: number) => Number.isInteger(number) && number >= 0

function faultsOf(
  { imei, imsi, msisdn, ownerEmail, subscriptionEnd, remainingNotifications, limitReset }: Wanted,
  owned: boolean,
): Faults {
  const mayBeEmpty = !owned && ownerEmail === ''
  return {
    ...(!v.is(FifteenDigits, imei) && { imei: 'error.imei_missing' as const }),
    ...(!v.is(FifteenDigits, imsi) && { imsi: 'error.imsi_missing' as const }),
    ...(msisdn !== null && !v.is(Msisdn, msisdn) && { msisdn: 'administration-controllers.msisdn.wrong' as const }),
    ...(!mayBeEmpty && !v.is(Email, ownerEmail) && { ownerEmail: 'session.email.invalid' as const }),
    ...(subscriptionEnd === '' && { subscriptionEnd: 'ui.dayMissing' as const }),
    ...(!isCount(remainingNotifications) && {
      remainingNotifications: 'administration-controllers.countWrong' as const,
    }),
    ...(!isCount(limitReset) && { limitReset: 'administration-controllers.countWrong' as const }),
  }
}
