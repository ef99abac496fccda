public import LayerTree
public import ScrollLayers
public import TiledLayers

extension PagingController {
    /// Creates pages of photos and pyramids, each a ``PhotoLayer``.
    ///
    /// A photo that cannot be opened, or turns out to be damaged when it is decoded, says why on an ``ErrorPage``;
    /// `errorContent` is set to that, and can be changed.
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
    ///   - loader: loads the tiles of giant photos; the default is one of their own.
    ///   - thumbnails: has pixels by path that are shown until a photo is decoded. The default is nil: none are.
    ///   - options: how photos are opened: the limits for hostile files, the cache, the quality of tiles.
    ///   - clock: the source of times; it must be the clock that events are timed with.
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
