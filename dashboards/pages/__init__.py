"""The pages: a module for each page or family of pages, and the fair comparison of dealers that some of them show."""
