/// Decodes a scan's rows of MCUs in their order.
protocol MCURowDecoder: AnyObject {
    /// How many rows it decodes best at a time.
    var rowsAtATime: Int { get }

    /// Decodes the next rows.
    ///
    /// - Parameter rows: get what they hold; at most as many as are best, and fewer only at the end.
    /// - Throws: ``EntropyDecoder/Damage``, or what reading throws.
    func decode(_ rows: [MCURowPrefetcher.Row]) throws
}
