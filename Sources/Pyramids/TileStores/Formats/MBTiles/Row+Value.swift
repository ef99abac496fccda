internal import GRDB

extension Row {
    /// The value of a column; `nil` if it is NULL or of another type, as it may be in a damaged file.
    func value<Value: DatabaseValueConvertible>(_ column: Int) -> Value? {
        Value.fromDatabaseValue(self[column] as DatabaseValue)
    }
}
