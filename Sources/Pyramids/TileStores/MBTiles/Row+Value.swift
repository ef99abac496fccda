internal import GRDB

extension Row {
    /// A column's value; nil where it is NULL or something else, as it may be in a damaged file.
    func value<Value: DatabaseValueConvertible>(_ column: Int) -> Value? {
        Value.fromDatabaseValue(self[column] as DatabaseValue)
    }
}
