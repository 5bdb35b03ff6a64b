import { toJsonSchema } from '@valibot/to-json-schema'
import { ShopConfig } from '#domain/shop/shop-config.ts'

/**
 * The configuration's YAML described as JSON Schema, generated from the schema that validates it. Rules that JSON Schema cannot express, such
 * as that a promo code names existing products, are checked separately.
 */
export const shopConfigSchema = {
  ...toJsonSchema(ShopConfig, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) => {
      const { type, message } = valibotAction as { type: string; message?: unknown }
      if (type !== 'check') return undefined
      if (message === 'price_digits' || message === 'percent_digits') return { ...jsonSchema, multipleOf: 0.01 }
      return message === 'day_format' ? { ...jsonSchema, format: 'date' } : undefined
    },
  }),
  title: 'HiveWatch shop',
}
