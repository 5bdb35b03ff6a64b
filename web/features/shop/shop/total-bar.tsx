import type { ReactNode } from 'react'
import type { Cart } from '#domain/shop/cart.ts'
import type { PriceLineKind } from '#domain/shop/price.ts'
import { OfflineError } from '../../../api/api-error.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Money } from '../../../i18n/money.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { ActionBar } from '../../../ui/layout/action-bar.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { CartState } from './cart-state.ts'
import styles from './total-bar.module.css'
import { isPriced } from './use-live-total.ts'

/** The cart's total, as far as it is known, and the buttons to go on. */
export function TotalBar({
  cart,
  validate,
  pricesIncludeVat,
  actions,
}: {
  cart: Cart
  validate: CartState['validate']
  pricesIncludeVat: boolean
  actions: ReactNode
}) {
  const intl = useIntl()
  const { total } = validate
  return (
    <ActionBar label={intl.formatMessage({ id: 'shop-wizard.total' })} actions={actions}>
      <div className={styles.total} aria-live="polite" aria-atomic="true">
        <Text tone="neutral">
          <FormattedMessage id="shop-wizard.total" />
        </Text>
        <Text size={20} strong>
          {total === null ? '–' : <Money rappen={total} />}
        </Text>
      </div>
      {isPriced(cart, validate) && validate.items.length > 0 && <Items items={validate.items} />}
      <div role="status">
        <Text tone="neutral">
          <Note cart={cart} validate={validate} pricesIncludeVat={pricesIncludeVat} />
        </Text>
      </div>
    </ActionBar>
  )
}

/** The goods and subscriptions; the other lines of a bill are additional costs. */
const articleKinds: readonly PriceLineKind[] = ['controller', 'scale', 'accessory', 'subscription']

const countArticles = (items: CartState['validate']['items']): number =>
  items.reduce((sum, { kind, count }) => sum + (articleKinds.includes(kind) ? count : 0), 0)

/** What the total consists of, collapsed: each line as on the bill. */
const Items = ({ items }: Pick<CartState['validate'], 'items'>) => (
  <details className={styles.items}>
    <summary>
      <FormattedMessage id="shop-wizard.total.items" values={{ count: countArticles(items) }} />
    </summary>
    <ul>
      {items.map(({ key, label, count, amount }) => (
        <li key={key}>
          <span>{count > 1 ? `${count} × ${label}` : label}</span>
          <span>
            <Money rappen={amount} />
          </span>
        </li>
      ))}
    </ul>
  </details>
)

function Note({
  cart,
  validate,
  pricesIncludeVat,
}: {
  cart: Cart
  validate: CartState['validate']
  pricesIncludeVat: boolean
}) {
  const online = useOnline()
  if (!online || validate.error instanceof OfflineError) return <FormattedMessage id="shop-wizard.total.offline" />
  if (validate.error !== undefined && !validate.fetching) return <ErrorWords error={validate.error} />
  if (validate.fetching || (validate.of !== null && !isPriced(cart, validate))) {
    return <FormattedMessage id="shop-wizard.total.computing" />
  }
  if (validate.total === null) return <FormattedMessage id="shop-wizard.total.nothing" />
  const shipping = validate.items.find(({ kind }) => kind === 'shipping')
  return (
    <>
      <FormattedMessage id={pricesIncludeVat ? 'shop-wizard.total.included' : 'shop-wizard.total.added'} />
      {shipping && ', '}
      {shipping && (
        <FormattedMessage
          id={shipping.amount === 0 ? 'shop-wizard.total.shipped' : 'shop-wizard.total.shipping'}
          values={{ amount: <Money rappen={shipping.amount} /> }}
        />
      )}
    </>
  )
}
