public import PixelKernels
public import TilePyramid

/// An image file that is written once, from top to bottom, in bands of rows.
///
/// The file appears under its name only when it is complete: it is written under a partial name, which ``finish()``
/// changes and which disappears with the writer otherwise. One thread uses a writer at a time; memory does not grow
/// with the image's height.
public protocol RowWriter: AnyObject {
    /// The size of the image, in pixels.
    var size: PixelSize { get }
    /// How its pixels are handed over.
    var layout: PixelLayout { get }

    /// Writes the next rows.
    ///
    /// - Parameter band: rows that follow those written before; the first band begins with row 0.
    /// - Throws: ``CodecError`` with code ``CodecError/Code/inputOutput`` when the disk refuses them, and
    ///   ``CodecError/Code/encoding`` when the encoder does. Nothing can be written after that.
    func write(_ band: PixelBand) throws

    /// Completes the file and gives it its name, replacing a file of that name; called after the last row.
    ///
    /// - Throws: as ``write(_:)`` does.
    func finish() throws
}
