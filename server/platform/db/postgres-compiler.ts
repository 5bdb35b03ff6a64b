import {
  type BinaryOperationNode,
  type ColumnDefinitionNode,
  DataTypeNode,
  type FunctionNode,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  RawNode,
} from 'kysely'
import type { Engine } from './lane-dialect.ts'
import { COUNTED_DIGITS } from './list-order.ts'

/** Columns hold the same values as in SQLite: 64-bit integers, and texts ordered by their bytes, whatever the database's locale. */
const COLUMN_TYPES: Record<string, string> = {
  integer: 'bigint',
  real: 'double precision',
  text: 'text collate "C"',
}

/** Writes Kysely's queries so that PostgreSQL treats them as SQLite does. */
class Compiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const type = DataTypeNode.is(node.dataType) ? COLUMN_TYPES[node.dataType.dataType] : undefined
    super.visitColumnDefinition(type ? { ...node, dataType: RawNode.createWithSql(type) } : node)
  }

  /** Casts numbers explicitly: otherwise their type is inferred from what they are compared with, and four bytes cannot hold a time. */
  protected override appendValue(value: unknown): void {
    super.appendValue(value)
    if (typeof value === 'number') this.append(Number.isSafeInteger(value) ? '::int8' : '::float8')
  }

  /** Numbers in a text are filled up with zeros, and those that are too many are taken away again. */
  protected override visitFunction(node: FunctionNode): void {
    if (node.func !== 'counted') {
      super.visitFunction(node)
      return
    }
    this.append('regexp_replace(regexp_replace(')
    this.compileList(node.arguments)
    this.append(
      `, '([0-9]+)', '${'0'.repeat(COUNTED_DIGITS - 1)}\\1', 'g'), '0*([0-9]{${COUNTED_DIGITS},})', '\\1', 'g')`,
    )
  }

  /** Passes a list as a single parameter, however long it is. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node
    const word = OperatorNode.is(operator) ? operator.operator : undefined
    const values =
      (word === 'in' || word === 'not in') && PrimitiveValueListNode.is(rightOperand) ? rightOperand.values : undefined
    const type = values && arrayType(values)
    if (!values || type === undefined) {
      super.visitBinaryOperation(node)
      return
    }
    this.visitNode(node.leftOperand)
    this.append(word === 'in' ? ' = any(' : ' <> all(')
    this.addParameter(values)
    this.append(`${this.getCurrentParameterPlaceholder()}${type})`)
  }
}

/** Undefined for lists that contain anything but numbers and texts. An empty list takes the type of what it is compared with. */
function arrayType(values: readonly unknown[]): '' | '::int8[]' | '::float8[]' | '::text[]' | undefined {
  if (values.length === 0) return ''
  if (values.every((value) => Number.isSafeInteger(value))) return '::int8[]'
  if (values.every((value) => typeof value === 'number')) return '::float8[]'
  return values.every((value) => typeof value === 'string') ? '::text[]' : undefined
}

export const postgresEngine: Engine = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new Compiler(),
}
