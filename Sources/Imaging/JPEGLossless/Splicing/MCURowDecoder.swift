/// Decodes a scan's MCU rows in order.
protocol MCURowDecoder: AnyObject {
    /// The number of rows to decode at a time.
    var rowsAtATime: Int { get }

    /// Decodes the next rows.
    ///
    /// - Parameter rows: receive bits and coefficients; ``rowsAtATime`` of them, fewer only at the end of the image.
    /// - Throws: ``EntropyDecoder/Damage``, or what reading throws.
    func decode(_ rows: [MCURowPrefetcher.Row]) throws
}
