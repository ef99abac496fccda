public import ImageSources
public import PixelKernels
public import TilePyramid

/// An image file that is written once, from top to bottom, in bands of rows.
///
/// The file has a temporary name until ``finish()`` completes it. It is removed if the writer is released before that. One
/// thread uses a writer at a time. Memory does not depend on the image's height.
public protocol RowWriter: AnyObject {
    /// The size of the image in pixels.
    var size: PixelSize { get }
    /// The layout of the rows.
    var layout: PixelLayout { get }

    /// Writes the next rows.
    ///
    /// - Parameter band: the rows after the last ones; the first band starts with row 0.
    /// - Throws: ``CodecError`` with code ``CodecError/Code/inputOutput`` when writing fails, and
    ///   ``CodecError/Code/encoding`` when the encoder fails. Nothing can be written after an error.
    func write(_ band: PixelBand) throws

    /// Completes the file after the last row and gives it its name, replacing any file of that name.
    ///
    /// - Throws: the errors of ``write(_:)``.
    func finish() throws
}
