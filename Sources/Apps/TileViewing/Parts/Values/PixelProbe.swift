/// Finds the stored values of the pixel under the pointer, without waiting for them.
///
/// What was decoded is looked up at once. Anything else is decoded in the background: once the pointer has rested for
/// ``delay``, one block at a time, and always for the pixel where the pointer is then.
struct PixelProbe {
    /// The reader of the document's file.
    enum Source {
        /// No value was asked for yet.
        case unopened
        /// It is being opened in the background.
        case opening
        /// The file has values, or none.
        case opened((any PixelValueSource)?)
    }

    /// The document whose file is read.
    private(set) weak var document: Document?
    private(set) var source = Source.unopened
    /// The pixel whose values are not known yet; nil if there is none.
    private(set) var wanted: Pixel?
    /// The time at which the values of ``wanted`` are decoded, on the clock of the viewer; nil while none are waited for.
    private(set) var dueTime: Double?
    /// Whether a block is being decoded.
    private(set) var isDecoding = false

    /// A pixel of the full-size image.
    struct Pixel: Hashable, Sendable {
        var x: Int, y: Int
    }

    /// The seconds for which the pointer rests before something is decoded for it.
    static let delay = 0.05

    /// Begins with another document, whose file is opened by the caller.
    mutating func begin(_ document: Document) {
        self = PixelProbe()
        self.document = document
        source = .opening
    }

    /// Takes the reader that was opened.
    mutating func receive(_ reader: (any PixelValueSource)?) {
        source = .opened(reader)
    }

    /// The values of a pixel as far as they are known at once; what is unknown is wanted from now on.
    mutating func values(of pixel: Pixel, at time: Double) -> StoredPixelValues? {
        guard case .opened(let reader?) = source else { return nil }
        if let values = reader.knownValues(of: pixel) {
            forget()
            return values
        }
        if wanted != pixel {
            wanted = pixel
            dueTime = time + Self.delay
        }
        return nil
    }

    /// Wants nothing more, because the pointer is elsewhere.
    mutating func forget() {
        wanted = nil
        dueTime = nil
    }

    /// The pixel to decode now, and the reader; nil if none is due.
    ///
    /// ``endDecoding()`` has to follow.
    mutating func beginDecoding(at time: Double) -> (pixel: Pixel, reader: any PixelValueSource)? {
        guard !isDecoding, let dueTime, dueTime <= time, let wanted, case .opened(let reader?) = source else {
            return nil
        }
        isDecoding = true
        self.dueTime = nil
        return (wanted, reader)
    }

    /// Records that a block was decoded, or could not be.
    mutating func endDecoding() {
        isDecoding = false
        // The pixel is looked up again, and wanted again if it is in another block.
        forget()
    }

    /// The time at which the next block is decoded; nil if another event has to come first.
    var nextTime: Double? { isDecoding ? nil : dueTime }
}
