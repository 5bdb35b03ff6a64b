import { orderFlags, orderStates } from '#domain/shop/order.ts'
import { paymentMethods } from '#domain/shop/shop-config.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import type { OrderSearch } from './order-search.ts'

type Props = { search: OrderSearch; onSearch: (changes: OrderSearch) => void }

/** Filters for the list: search as you type, state and payment; the rest collapsed. */
export function OrderFilters({ search, onSearch }: Props) {
  const intl = useIntl()
  const any = { value: '', label: intl.formatMessage({ id: 'shop-orders.filter.any' }) }
  const { mark, method, attention, from, to } = search
  return (
    <Stack gap={3}>
      <Grid columns="medium">
        <SearchField
          label={<FormattedMessage id="shop-orders.search" />}
          hint={<FormattedMessage id="shop-orders.search.hint" />}
          value={search.q ?? ''}
          onSearch={(words) => onSearch({ q: words || undefined })}
        />
        <Select
          label={<FormattedMessage id="shop-orders.filter.state" />}
          value={search.state ?? ''}
          onChange={({ target }) => onSearch({ state: orderStates.find((state) => state === target.value) })}
          options={[
            any,
            ...orderStates.map((value) => ({ value, label: intl.formatMessage({ id: `shop-orders.state.${value}` }) })),
          ]}
        />
        <Select
          label={<FormattedMessage id="shop-orders.filter.payment" />}
          value={search.paid?.toString() ?? ''}
          onChange={({ target }) => onSearch({ paid: target.value === '' ? undefined : target.value === 'true' })}
          options={[
            any,
            { value: 'true', label: intl.formatMessage({ id: 'shop-orders.filter.paid' }) },
            { value: 'false', label: intl.formatMessage({ id: 'shop-orders.filter.unpaid' }) },
          ]}
        />
      </Grid>
      <Disclosure
        summary={<FormattedMessage id="shop-orders.filters" />}
        defaultOpen={Boolean(mark ?? method ?? attention ?? from ?? to)}
      >
        <Stack>
          <Grid columns="medium">
            <MarkSelect search={search} onSearch={onSearch} />
            <Select
              label={<FormattedMessage id="shop-orders.filter.method" />}
              value={method ?? ''}
              onChange={({ target }) => onSearch({ method: paymentMethods.find((one) => one === target.value) })}
              options={[
                any,
                ...paymentMethods.map((value) => ({
                  value,
                  label: intl.formatMessage({ id: `shop-orders.method.${value}` }),
                })),
              ]}
            />
            <TextField
              type="date"
              label={<FormattedMessage id="ui.from" />}
              value={from ?? ''}
              max={to}
              onChange={({ target }) => onSearch({ from: target.value || undefined })}
            />
            <TextField
              type="date"
              label={<FormattedMessage id="ui.to" />}
              value={to ?? ''}
              min={from}
              onChange={({ target }) => onSearch({ to: target.value || undefined })}
            />
          </Grid>
          <Switch
            label={<FormattedMessage id="shop-orders.filter.attention" />}
            checked={attention ?? false}
            onChange={({ target }) => onSearch({ attention: target.checked || undefined })}
          />
        </Stack>
      </Disclosure>
    </Stack>
  )
}

function MarkSelect({ search, onSearch }: Props) {
  const intl = useIntl()
  const nameOf = (flag: (typeof orderFlags)[number]) => intl.formatMessage({ id: `shop-orders.flag.${flag}` })
  const marks = [
    ...orderFlags.map((flag) => ({ value: flag, label: nameOf(flag) })),
    ...orderFlags.map((flag) => ({
      value: `-${flag}` as const,
      label: intl.formatMessage({ id: 'shop-orders.filter.without' }, { flag: nameOf(flag) }),
    })),
  ]
  return (
    <Select
      label={<FormattedMessage id="shop-orders.filter.flag" />}
      value={search.mark ?? ''}
      onChange={({ target }) => onSearch({ mark: marks.find(({ value }) => value === target.value)?.value })}
      options={[{ value: '', label: intl.formatMessage({ id: 'shop-orders.filter.any' }) }, ...marks]}
    />
  )
}
