internal import TileStores

extension Flight {
    /// The largest file that is read; it can hold half a million keyframes.
    private static let largestFile = 64 << 20

    /// Reads a flight from a file in the format of ``init(json:)``.
    ///
    /// - Throws: what is wrong, with the path.
    public init(contentsOf path: String) throws(FlightError) {
        do {
            guard let bytes = try FileSystem.readWhole(path, limit: Self.largestFile) else {
                throw FlightError(.unreadable, path: path, "there is no such file.")
            }
            self = try Flight(json: bytes)
        } catch let error as StoreError {
            throw FlightError(error.code == .unreadable ? .unreadable : .inputOutput, path: path, error.message)
        } catch let error as FlightError {
            throw FlightError(error.code, path: path, error.message)
        } catch {
            throw FlightError(.inputOutput, path: path, "\(error)")
        }
    }
}
