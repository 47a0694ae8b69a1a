// Tables without sorting by the header: columns of values and of views, rows of identifiable values.

@MainActor
@preconcurrency
public protocol TableColumnContent<TableRowValue> {
    associatedtype TableRowValue: Identifiable
    @MainActor @preconcurrency var columns: [AnyColumn<TableRowValue>] { get }
}

public struct AnyColumn<Row> {
    let title: Text
    let cell: (Row) -> AnyView
}

public struct TableColumn<RowValue: Identifiable, Sort, Content: View, Label: View>: TableColumnContent {
    public typealias TableRowValue = RowValue

    public let columns: [AnyColumn<RowValue>]

    private init(_ title: Text, _ cell: @escaping (RowValue) -> Content) {
        columns = [AnyColumn(title: title) { AnyView(cell($0)) }]
    }
}

extension TableColumn where Sort == Never, Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping (RowValue) -> Content) {
        self.init(Text(titleKey), content)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: @escaping (RowValue) -> Content) {
        self.init(Text(title), content)
    }

    public init(_ titleKey: LocalizedStringKey, value: KeyPath<RowValue, String>) where Content == Text {
        self.init(Text(titleKey)) { Text($0[keyPath: value]) }
    }
}

extension TableColumn {
    public func width(_ width: CGFloat? = nil) -> Self { self }

    public func width(min: CGFloat? = nil, ideal: CGFloat? = nil, max: CGFloat? = nil) -> Self { self }
}

public struct TupleTableColumnContent<RowValue: Identifiable, T>: TableColumnContent {
    public typealias TableRowValue = RowValue

    public let columns: [AnyColumn<RowValue>]
}

@resultBuilder
@MainActor
public struct TableColumnBuilder<RowValue: Identifiable, Sort> {
    public static func buildExpression<Column: TableColumnContent>(
        _ column: Column
    ) -> Column where Column.TableRowValue == RowValue { column }

    public static func buildBlock<Column: TableColumnContent>(
        _ column: Column
    ) -> Column where Column.TableRowValue == RowValue { column }

    @_disfavoredOverload
    public static func buildBlock<each Column: TableColumnContent>(
        _ column: repeat each Column
    ) -> TupleTableColumnContent<RowValue, (repeat each Column)> {
        // That all are columns for such rows was seen to by buildExpression.
        var columns: [AnyColumn<RowValue>] = []
        repeat columns += (each column).columns as? [AnyColumn<RowValue>] ?? []
        return TupleTableColumnContent(columns: columns)
    }
}

public struct Table<Value: Identifiable, Rows, Columns: TableColumnContent>: View
where Columns.TableRowValue == Value {
    public typealias Body = Never

    let rows: [Value]
    let columns: Columns
    let selection: Selecting<Value.ID>?
}

extension Table {
    public init<Data: RandomAccessCollection>(
        _ data: Data, @TableColumnBuilder<Value, Never> columns: () -> Columns
    ) where Rows == TableForEachContent<Data>, Value == Data.Element {
        self.init(rows: Array(data), columns: columns(), selection: nil)
    }

    public init<Data: RandomAccessCollection>(
        _ data: Data, selection: Binding<Value.ID?>, @TableColumnBuilder<Value, Never> columns: () -> Columns
    ) where Rows == TableForEachContent<Data>, Value == Data.Element {
        self.init(rows: Array(data), columns: columns(), selection: .one(selection))
    }

    public init<Data: RandomAccessCollection>(
        _ data: Data, selection: Binding<Set<Value.ID>>, @TableColumnBuilder<Value, Never> columns: () -> Columns
    ) where Rows == TableForEachContent<Data>, Value == Data.Element {
        self.init(rows: Array(data), columns: columns(), selection: .several(selection))
    }
}

public struct TableForEachContent<Data: RandomAccessCollection> {}

extension Table: Primitive {
    package func update(_ element: Element) {
        for row in rows {
            let cells = columns.columns.map { $0.cell(row) }
            element.show(HStack { ForEach(cells.indices, id: \.self) { cells[$0] } }, at: row.id)
        }
    }

    package func nodes(_ element: Element) -> [Node] {
        let rows = element.children.map { key, child in
            let row = Node(.row, child.ownNodes, at: element)
            row.tags = [key]
            return row
        }
        let titles = columns.columns.map { Node(.text, $0.title.resolved(in: element.environment), at: element) }
        let node = Node(.table, label: titles, rows, at: element)
        node.selection = selection?.selection
        node.isFocusable = true
        return [node]
    }
}
