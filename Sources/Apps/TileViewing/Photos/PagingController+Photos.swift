public import LayerTree
public import ScrollLayers
public import TiledLayers
internal import VectorDrawing

extension PagingController {
    /// Creates pages of photos and pyramids, each a ``PhotoLayer``.
    ///
    /// An ``ErrorPage`` replaces a photo that cannot be opened, or that proves to be damaged when it is decoded. `errorContent`
    /// makes this page, and can be changed.
    ///
    /// ```swift
    /// let pages = PagingController(photos: paths, thumbnails: thumbnails)
    /// window.add(pages)
    /// ```
    ///
    /// - Parameters:
    ///   - paths: images of any format, and pyramids.
    ///   - page: the page that is shown first, counted from 0; the default is 0.
    ///   - settings: the settings of each page's scrolling and zooming.
    ///   - loader: the loader for the tiles of giant photos; by default a new one.
    ///   - thumbnails: the cache of pixels, by path, that are shown until a photo is decoded; nil, the default, for none.
    ///   - options: the limits for hostile files, the cache, and the quality of tiles.
    ///   - clock: the source of times; it must be the clock of the events' times.
    public convenience init(
        photos paths: [String], page: Int = 0, settings: ScrollSettings = .page, loader: TileLoader = TileLoader(),
        thumbnails: ImageCache? = nil, options: DocumentOptions = DocumentOptions(),
        clock: any LayerClock = SystemClock()
    ) {
        weak var pages: PagingController?
        self.init(pageCount: paths.count, page: page, settings: settings, clock: clock) { page in
            let photo = try await PhotoLayer(
                opening: paths[page], loader: loader, placeholder: thumbnails?[paths[page]], options: options)
            photo.onFailure = { [weak photo] error in
                if let photo { pages?.showError(error, insteadOf: photo) }
            }
            return photo
        }
        errorContent = { [unowned self] _, error in ErrorPage(error, size: layer.bounds.size) }
        pages = self
    }
}
