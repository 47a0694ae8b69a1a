@_exported import MacFoundation
